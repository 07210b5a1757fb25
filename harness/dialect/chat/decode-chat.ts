import { createDecoder } from '../reply/create-decoder.ts';
import { decodeChatBody } from './decode-chat-body.ts';
import { decodeChatStream } from './decode-chat-stream.ts';

/** Reads one exchange with an OpenAI chat-completions endpoint, streamed or not. */
export const decodeChat = createDecoder({
  readBody: decodeChatBody,
  readStream: decodeChatStream,
});

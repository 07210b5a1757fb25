import { expect, it } from 'vitest';
import { findUnmadeCall } from './find-unmade-call.ts';

const tools = ['look', 'get_weather', 'pay'];

const json = '{"name": "look", "arguments": {"q": "a"}}';

it.each([
  `Okay, I'll check that now:\n\n<tool_call>\n${json}\n</tool_call>`,
  `I need to use the look tool.\n\n<function=look>{"q": "a"}</function>`,
  `It looks like you need the order. <tool_call>${json}</tool_call>`,
  `To find out, I will call look:\n[TOOL_CALLS][${json}]`,
  `<tool_call>\n${json}`,
  `Let me search for that.\n\n${json}`,
  `I'll call the tool:\n\`\`\`\n${json}\n\`\`\``,
  `\`\`\`tool_call\n${json}\n\`\`\``,
  `\`\`\`python\nlook(q="a")\n\`\`\``,
  `look(q="a")\nget_weather(city="x")`,
  `Sure! look(q="a")`,
  `<|python_tag|>look(q="a")`,
  `<look>\n<q>a</q>\n</look>`,
  `<tool_call>{"name": "look", "arguments": {"q": "a"}}</tool_call><tool_call>{"name": "pay", "arguments": {}}</tool_call>\nPlease hold.`,
  `{"tool_calls":[{"id":"c1","type":"function","function":{"name":"look","arguments":"{}"}}]}`,
  `{"function_call":{"name":"look","arguments":"{}"}}`,
  `{"tool": "look", "args": {"q": "a"}}`,
  `{"tool_name":"look","tool_input":{"q":"a"}}`,
  `{"recipient_name":"functions.look","parameters":{}}`,
  `{\n "name": "look",\n "arguments": {\n  "q": "a"\n }\n}\n\nPlease wait.`,
  `<tool_code>\nprint(look(q="a"))\n</tool_code>`,
  `\`\`\`tool_code\nlook(q="a")\n\`\`\`\nI will report the result.`,
  `<start_of_turn>model\n\`\`\`tool_code\nlook(q="a")`,
  `[look(q="a")]<|eot_id|>`,
  `<|channel|>commentary to=functions.look <|constrain|>json<|message|>{"q":"a"`,
  `commentary to=functions.look code{"q":"a"}`,
  `<|start|>assistant<|channel|>commentary to=functions.look<|message|>{"q":"a"}`,
  `<tool_use>\n<name>look</name>\n<parameters>{"q":"a"}</parameters>\n</tool_use>`,
  `<function_call>${json}</function_call>`,
  `<function_calls>\n<invoke name="look">\n<parameter name="q">a`,
  `<minimax:tool_call>\n<invoke name="look">`,
  `<tool_calls>\n${json}\n</tool_calls>`,
  `<|tool_calls_section_begin|><|tool_call_begin|>functions.look:0`,
  `I will check.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>look<｜tool▁sep｜>{"q":"a"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  `<｜tool▁calls▁begin｜>`,
  `[TOOL_CALLS]`,
  `Tool call: {"name": "look", "arguments": {"q":"a"}}`,
  `{"name": "functions.look", "arguments": {"q": "a"}}`,
  `<tool_call>\nlook\n<arg_key>q</arg_key>\n<arg_value>a</arg_value>`,
  `First I look it up. <tool_call>${json}</tool_call> Then I answer.`,
  `好的，我来查询。<tool_call>${json}</tool_call>`,
  `<|tool_call>call:look{q:<|"|>a<|"|>}<tool_call|>`,
  `The tool is needed here.\n\nlook({"q": "a"})`,
  `\`look(q="a")\``,
  `**Tool call**\n\n\`\`\`json\n${json}\n\`\`\``,
  `Result: <tool_call>${json}</tool_call>`,
  `{"action":"look","parameters":{"q":"a"}}`,
  `[{"name":"look","arguments":{"q":"a"}}]`,
  `[{'name': 'look', 'arguments': {'q': 'a'}}]`,
  `Action: look\nAction Input: a`,
  `<invoke name="look"></invoke>`,
  `<|im_start|>assistant\n<tool_call>\n${json}\n</tool_call><|im_end|>`,
  `<think>\nI should look.\n</think>\n\n<tool_call>\n${json}\n</tool_call>`,
])('%j is a call too', (text) => {
  expect(findUnmadeCall({ text, reasoning: null }, tools)?.code).toMatch(/^call_/u);
});

it.each([
  `In Hermes templates a call is wrapped in <tool_call> and </tool_call>.`,
  `The format is <tool_call>{"name": ..., "arguments": ...}</tool_call>.`,
  `You would write:\n\n    <tool_call>${json}</tool_call>\n\nand the server parses it.`,
  `The syntax is as follows:\n\n${json}`,
  `The template uses <|python_tag|> before a call, e.g. <|python_tag|>{"name": "look", "parameters": {}}.`,
  `DeepSeek marks calls with <｜tool▁calls▁begin｜> and <｜tool▁calls▁end｜>.`,
  `Yesterday the bot answered “<tool_call>${json}</tool_call>” and nothing happened.`,
  `A function call in JSON has a name and arguments, like this: ${json}`,
  `Here's how the request body would look:\n\`\`\`json\n${json}\n\`\`\`\nSend it with POST.`,
  `The log shows \`[TOOL_CALLS][${json}]\` twice.`,
  `The message "[TOOL_CALLS]look[ARGS]{}" came from the server.`,
  `To call the tool, write \`<function=look>{"q": "a"}</function>\` in your answer.`,
  `An <invoke name="look"> element holds <parameter> elements.`,
  `The model emitted \`<|channel|>commentary to=functions.look\` in its reply.`,
  `Your code calls look(q="a") in line 3 and get_weather() in line 9.`,
  `Use get_weather(city="Paris") to find out about the weather.`,
  `Here is a Python snippet:\n\n\`\`\`python\nfrom api import get_weather\nprint(get_weather(city="Paris"))\n\`\`\``,
  `I can call these tools:\n- look(q): looks things up\n- pay(cents): pays`,
  `I can use the following functions:\n\n1. get_weather(city)\n2. pay(cents)`,
  `look: searches for a text.\npay: pays money.`,
  `I have the tools look, get_weather and pay.`,
  `Hello! How can I help?`,
  `The answer is {"q": "a"}.`,
  `Your order:\n\n{"name": "Mug", "parameters": {"color": "red"}}`,
  `pay\n\nis a tool that pays.`,
  `<div>look</div>`,
  `You asked what a tool call looks like. In Qwen's template:\n\n\`\`\`\n<tool_call>\n${json}\n</tool_call>\n\`\`\``,
  `Hermes style:\n\n\`\`\`xml\n<tool_call>\n${json}\n</tool_call>\n\`\`\`\n\nMistral style:\n\n\`\`\`\n[TOOL_CALLS][${json}]\n\`\`\``,
  `No tool was called. If one had been, you would see <tool_call>${json}</tool_call> here.`,
  `Ein Aufruf sieht so aus: <tool_call>${json}</tool_call>`,
  `Un appel ressemble à ceci : <tool_call>${json}</tool_call>`,
  `调用的格式如下：<tool_call>${json}</tool_call>`,
  `呼び出しはこのように書きます：<tool_call>${json}</tool_call>`,
  `Don't send <tool_call>${json}</tool_call> as text.`,
  `The user pasted this:\n> <tool_call>${json}</tool_call>`,
  `In the transcript, the assistant said <tool_call>${json}</tool_call>, which is wrong.`,
  `"<tool_call>${json}</tool_call>" is what it printed.`,
  `Action: none needed.`,
  `<tool_call> is the opening tag.`,
  `[TOOL_CALLS] is a control token of Mistral's tokenizer.`,
  `<|python_tag|> is a special token.`,
])('%j only shows one', (text) => {
  expect(findUnmadeCall({ text, reasoning: null }, tools)).toBeNull();
});

it.each([
  '<tool_call>{',
  '`<tool_call>{"name":"look","arguments":{}}',
  '{"name": "x"\n',
  'look(\n',
  '```\n',
  '<|',
  '<think>',
])('a megabyte of %j is read to its end', (unit) => {
  const text = `${unit.repeat(Math.ceil(1_000_000 / unit.length))} is a word.`;
  expect(() => findUnmadeCall({ text, reasoning: text }, tools)).not.toThrow();
});

it('where no tools are known, only what can hardly be anything else is a call', () => {
  const codes = (text: string): string | undefined =>
    findUnmadeCall({ text, reasoning: null }, [])?.code;
  expect(codes('[look(q="a")]')).toBe('call_as_text');
  expect(codes(json)).toBe('call_as_text');
  expect(codes('look(q="a")')).toBeUndefined();
  expect(codes(`Let me see.\n${json}`)).toBeUndefined();
});

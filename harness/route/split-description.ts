/** A description taken apart by what each piece of text is for. */
export interface DescriptionParts {
  /** Sentences that say what the tool does and when it is meant. */
  readonly attracting: readonly string[];
  /** Examples in double quotes inside those sentences: the user's words. */
  readonly examples: readonly string[];
  /** Sentences, or ends of sentences, that say when it is not meant. */
  readonly excluding: readonly string[];
  /** Sentences that say what comes back. */
  readonly returning: readonly string[];
}

const exclusion = /\b(?:not for|not when|do not use|don't use|never use|use \S+ instead)\b/iu;
const returning = /^returns?\b/iu;

/** Sorts the sentences of a description; a mark inside an example does not count. */
export function splitDescription(description: string): DescriptionParts {
  const attracting: string[] = [];
  const excluding: string[] = [];
  const returns: string[] = [];
  const { text, examples } = hideExamples(description);
  for (const sentence of text.split(/(?<=[.!?])\s+|\n+/u)) {
    const at = sentence.search(exclusion);
    const kept = (at < 0 ? sentence : sentence.slice(0, at)).replace(/[\s,;:(-]+$/u, '').trim();
    if (at >= 0) excluding.push(showExamples(sentence.slice(at).trim(), examples));
    if (kept === '') continue;
    (returning.test(kept) ? returns : attracting).push(showExamples(kept, examples));
  }
  return {
    attracting,
    examples: attracting.flatMap((sentence) =>
      [...sentence.matchAll(/"([^"]+)"/gu)].map((match) => match[1] ?? ''),
    ),
    excluding,
    returning: returns,
  };
}

/** Puts a number in place of each quoted example, so that its full stops and words do not split the sentence. */
function hideExamples(text: string): { text: string; examples: readonly string[] } {
  const examples: string[] = [];
  const hidden = text.replaceAll(/"[^"]*"/gu, (example) => `"${examples.push(example) - 1}"`);
  return { text: hidden, examples };
}

function showExamples(text: string, examples: readonly string[]): string {
  return text.replaceAll(/"(\d+)"/gu, (_, index: string) => examples[Number(index)] ?? '');
}

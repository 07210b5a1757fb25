import type { Outline } from './outline.ts';

/** Where a call is written, from its first mark to behind its last one. */
export interface WrittenPlace {
  readonly start: number;
  readonly end: number;
}

/** The distance around a call within which words that explain it are searched. */
const reach = 300;

/**
 * Whether a text only shows what is written at a place: as inline code or a quotation, as a part of a sentence, or beside
 * words that explain it. What is the whole text is never only shown.
 */
export function isShown(outline: Outline, place: WrittenPlace): boolean {
  const { text } = outline;
  const span = outline.spanAt(place.start);
  const start = span?.start ?? place.start;
  const end = Math.max(span?.end ?? 0, place.end);
  const before = toLeadIn(text, start);
  const after = text.slice(end, end + reach);
  if (before.trim() === '' && after.trim() === '') return false;
  if (span?.kind === 'inline' || isQuoted(text, start)) return true;
  return isInSentence(text, { start, end }) || isExplained(before, after);
}

function isExplained(before: string, after: string): boolean {
  return explains.test(before) || introduces.test(before) || explainsAfter.test(after);
}

/** The paragraph that leads up to a place. */
function toLeadIn(text: string, start: number): string {
  const near = text.slice(Math.max(0, start - reach), start).trimEnd();
  const paragraph = near.lastIndexOf('\n\n');
  return paragraph < 0 ? near : near.slice(paragraph + 2);
}

const quotes: ReadonlySet<string> = new Set(['"', "'", '“', '‘', '«', '„', '「', '『', '(']);

/** Right behind a quotation mark, or on a line that quotes (`> ...`). */
function isQuoted(text: string, start: number): boolean {
  const before = text[start - 1];
  if (before !== undefined && quotes.has(before)) return start > 1;
  return /^ {0,3}>(?!>)/u.test(toLineHead(text, start));
}

/** Whether the sentence continues after the call, or the call is between words that form one sentence. */
function isInSentence(text: string, { start, end }: WrittenPlace): boolean {
  const rest = text.slice(end, end + reach).split('\n', 1)[0] ?? '';
  if (/^[ \t]*(?:[.,;:!?)\]»”"'。，；、]|\p{Ll})/u.test(rest)) return true;
  const head = toLineHead(text, start).trim();
  return head !== '' && rest.trim() !== '' && !/[.!?:;…。！？：>\])}|]$/u.test(head);
}

/** What is before a place on its line, as far as it is near. */
function toLineHead(text: string, start: number): string {
  const near = text.slice(Math.max(0, start - reach), start);
  return near.slice(near.lastIndexOf('\n') + 1);
}

/** Words of a paragraph that is about calls. */
const explains =
  /\b(?:examples?|for instance|syntax|notation|placeholder|template|illustrat\w{1,8}|demonstrat\w{1,8}|sample (?:call|request|output|reply|snippet)|(?:is|are|be) (?:usually |typically |normally )?(?:written|formatted|wrapped|encoded)|(?:you|one|models?|they|it) (?:can|could|may|might|would|should|must|has to|have to|needs? to) (?:\w{1,12} )?(?:write|use|send|emit|call|wrap|put|output|produce|print|say|generate|format|invoke)|format (?:is|for|of)|how to (?:call|invoke|use|write)|how (?:a|the) (?:call|tool)|how [^.\n]{1,40} (?:looks?|would look)|snippets?|(?:do|did|does|will|would)(?: not|n't|n’t) (?:call|run|make)|zum beispiel|beispiel|par exemple|exemple|por ejemplo|ejemplo|esempio)\b|sieht (?:so|etwa so|wie folgt) aus|ressemble|se ve así|このように|書きます|пример|приклад|παράδειγμα|مثال|المثال|לדוגמה|उदाहरण|ตัวอย่าง|ví dụ|exemplo|voorbeeld|eksempel|exempel|esimerk|przykład|příklad|például|örne[kğ]|exemplu|contoh|misalnya|예시|例如|範例|比方|比如|示例|例子|格式|形如|写成|的写法|たとえば|例えば|예를 들어/iu;

/** Words right before it that say that something is shown. */
const introduces =
  /(?:^|[\s"'])(?:looks? like(?: this)?|[\w-]{1,20} style|like(?: this| so)?|such as|e\.g\.|i\.e\.|namely|writes?|emits?|called|named|the (?:tag|token|mark|marker|string|text))[\s:,]*$/iu;

/** Words behind it that say what was shown. */
const explainsAfter =
  /\b(?:(?:this|that|it|which) (?:is|was) (?:how|what|only|just|the (?:format|syntax|form|way)|an? (?:example|sample))|(?:the|this|that) (?:example|format|syntax|snippet|markup|block|call) (?:above|shows?|is|means|uses|would)|(?:in|of|from) (?:this|the) example|["'`]?(?:name|arguments|parameters)["'`]? (?:field|key|says|holds|names|is|are)|how (?:a|the) (?:call|tool)|example|syntax)\b|示例|例子|格式|たとえば/iu;

/** A piece of a text that Markdown sets apart as code. */
export interface CodeSpan {
  readonly kind: 'fence' | 'inline';
  /** From the first mark to behind the last one. */
  readonly start: number;
  readonly end: number;
  /** The text between the marks. */
  readonly innerStart: number;
  readonly innerEnd: number;
  /** The word behind an opening fence, in lower case. */
  readonly label: string;
}

/** A text with its code set apart. */
export interface Outline {
  readonly text: string;
  /** In order, never one inside another. */
  readonly spans: readonly CodeSpan[];
  /** The span that holds a place; `null` when it is in prose. */
  spanAt(place: number): CodeSpan | null;
}

/** Sets apart what a text shows as code: fences and inline code, in one pass (CommonMark 0.31, sections 4.5 and 6.1). */
export function createOutline(text: string): Outline {
  const fences = findFences(text);
  const spans = [...fences, ...findInline(text, fences)].toSorted((a, b) => a.start - b.start);
  return { text, spans, spanAt: (place) => findSpan(spans, place) };
}

function findSpan(spans: readonly CodeSpan[], place: number): CodeSpan | null {
  let low = 0;
  let high = spans.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span === undefined || span.start > place) high = middle - 1;
    else if (span.end <= place) low = middle + 1;
    else return span;
  }
  return null;
}

interface OpenFence {
  readonly mark: string;
  readonly start: number;
  readonly innerStart: number;
  readonly label: string;
}

/** A fence that is never closed extends to the end. */
function findFences(text: string): readonly CodeSpan[] {
  const spans: CodeSpan[] = [];
  let open: OpenFence | null = null;
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const mark: FenceMark | null =
      readFenceMark(text, at) ?? (open === null ? readLateMark(text, at, end) : null);
    if (mark !== null && open === null) {
      const label = text
        .slice(mark.end, Math.min(end, mark.end + 40))
        .trim()
        .toLowerCase();
      if (!label.includes('`')) {
        const innerStart = Math.min(end + 1, text.length);
        open = { mark: mark.text, start: mark.end - mark.text.length, innerStart, label };
      }
    } else if (mark !== null && open !== null && closes(text, open, { mark, end })) {
      spans.push({ ...toSpan(open), innerEnd: at, end });
      open = null;
    }
    at = end + 1;
  }
  if (open !== null) spans.push({ ...toSpan(open), innerEnd: text.length, end: text.length });
  return spans;
}

function toSpan({ start, innerStart, label }: OpenFence): Omit<CodeSpan, 'end' | 'innerEnd'> {
  return { kind: 'fence', start, innerStart, label };
}

interface FenceMark {
  readonly text: string;
  readonly end: number;
}

function readFenceMark(text: string, lineStart: number): FenceMark | null {
  let at = lineStart;
  while (at < lineStart + 12 && (text[at] === ' ' || text[at] === '\t')) at += 1;
  const char = text[at];
  if (char !== '`' && char !== '~') return null;
  let end = at;
  while (text[end] === char) end += 1;
  return end - at < 3 ? null : { text: text.slice(at, end), end };
}

/** A fence that begins behind a label on its line, as some templates write it: `Action:```json`. */
function readLateMark(text: string, lineStart: number, lineEnd: number): FenceMark | null {
  const from = Math.max(lineStart, lineEnd - 60);
  const found = /[:：>]\s{0,2}(?<ticks>`{3,8})(?<label>[\w-]{0,20})[ \t]{0,8}$/u.exec(
    text.slice(from, lineEnd),
  );
  const ticks = found?.groups?.['ticks'];
  if (found === null || ticks === undefined) return null;
  return { text: ticks, end: from + found.index + found[0].indexOf(ticks) + ticks.length };
}

function closes(
  text: string,
  open: OpenFence,
  line: { readonly mark: FenceMark; readonly end: number },
): boolean {
  if (!line.mark.text.startsWith(open.mark)) return false;
  return text.slice(line.mark.end, line.end).trim() === '';
}

interface TickRun {
  readonly start: number;
  readonly end: number;
  /** Runs of different blocks do not meet. */
  readonly block: number;
}

/** A run of backticks opens code when a run of the same length follows in the same block. */
function findInline(text: string, fences: readonly CodeSpan[]): readonly CodeSpan[] {
  const runs = findTickRuns(text, fences);
  const nextAlike = findNextAlike(runs);
  const spans: CodeSpan[] = [];
  for (let index = 0; index < runs.length; index += 1) {
    const open = runs[index];
    const closing = nextAlike[index] ?? null;
    const close = closing === null ? undefined : runs[closing];
    if (open === undefined || close === undefined || closing === null) continue;
    spans.push({
      kind: 'inline',
      start: open.start,
      end: close.end,
      innerStart: open.end,
      innerEnd: close.start,
      label: '',
    });
    index = closing;
  }
  return spans;
}

function findTickRuns(text: string, fences: readonly CodeSpan[]): readonly TickRun[] {
  const runs: TickRun[] = [];
  let block = 0;
  let fence = 0;
  for (let at = 0; at < text.length; at += 1) {
    const next = fences[fence];
    if (next !== undefined && at >= next.start) {
      at = next.end;
      fence += 1;
      block += 1;
    } else if (text[at] === '\n' && /^[ \t]{0,8}\n/.test(text.slice(at + 1, at + 10))) block += 1;
    else if (text[at] === '`') {
      let end = at;
      while (text[end] === '`') end += 1;
      runs.push({ start: at, end, block });
      at = end - 1;
    }
  }
  return runs;
}

/** For each run the index of the next one of the same length in its block. */
function findNextAlike(runs: readonly TickRun[]): readonly (number | null)[] {
  const seen = new Map<string, number>();
  const next: (number | null)[] = runs.map(() => null);
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const run = runs[index];
    if (run === undefined) continue;
    const kind = `${run.block}/${run.end - run.start}`;
    next[index] = seen.get(kind) ?? null;
    seen.set(kind, index);
  }
  return next;
}

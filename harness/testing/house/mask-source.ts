/** A module's text with everything blanked that is not code. Offsets and lines stay as they were. */
export interface MaskedSource {
  /** The code: comments, and what is inside quotes, templates and patterns, are spaces. */
  readonly code: string;
  /** What was between plain quotes, by the offset of the opening quote. */
  readonly texts: ReadonlyMap<number, string>;
}

/** Blanks the comments and literals of a TypeScript module, so that a search in it finds code only. */
export function maskSource(source: string): MaskedSource {
  const texts = new Map<number, string>();
  /** Templates around this place: how many braces are open inside the `${` of each. */
  const templates: number[] = [];
  let code = '';
  let last = '';

  while (code.length < source.length) {
    const token = readToken(source, code.length, last);
    if (token.kind === 'text') texts.set(code.length, token.text.slice(1, -1));
    code += maskToken(token);
    if (opensTemplate(token.text, templates)) {
      const chunk = readTemplate(source, code.length);
      if (chunk.endsWith('${')) templates.push(0);
      code += blank(chunk.replace(/(`|\$\{)$/, '')) + (/(`|\$\{)$/.exec(chunk)?.[0] ?? '');
      last = chunk.endsWith('${') ? '{' : '`';
    } else if (token.kind !== 'space') {
      last = token.kind === 'pattern' ? ')' : token.text;
    }
  }
  return { code, texts };
}

type TokenKind = 'space' | 'text' | 'pattern' | 'word' | 'mark';

interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const tokenShapes: readonly (readonly [TokenKind, RegExp])[] = [
  ['space', /\s+|\/\/.*|\/\*[^]*?\*\//y],
  ['text', /'(?:\\[^]|[^'\\\n])*'|"(?:\\[^]|[^"\\\n])*"/y],
  ['pattern', /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y],
  ['word', /[\w$]+/y],
];

function readToken(source: string, at: number, last: string): Token {
  for (const [kind, shape] of tokenShapes) {
    if (kind === 'pattern' && !mayStartValue(last)) continue;
    shape.lastIndex = at;
    const text = shape.exec(source)?.[0];
    if (text !== undefined) return { kind, text };
  }
  return { kind: 'mark', text: source.charAt(at) };
}

/** Whether a value is due after this token, so that a slash opens a pattern and does not divide. */
function mayStartValue(last: string): boolean {
  if (/^[\w$]/.test(last))
    return /^(return|typeof|case|in|of|do|else|void|yield|await)$/.test(last);
  return !/[)\]}'"`]$/.test(last);
}

function maskToken(token: Token): string {
  if (token.kind === 'space') return blank(token.text);
  if (token.kind !== 'text') return token.kind === 'pattern' ? blank(token.text) : token.text;
  return token.text.charAt(0) + blank(token.text.slice(1, -1)) + token.text.charAt(0);
}

/** Follows the braces inside `${`; true at a backtick and at the brace that ends its expression. */
function opensTemplate(text: string, templates: number[]): boolean {
  if (text === '`') return true;
  const depth = templates.at(-1);
  if (depth === undefined || (text !== '{' && text !== '}')) return false;
  templates.pop();
  if (text === '}' && depth === 0) return true;
  templates.push(text === '{' ? depth + 1 : depth - 1);
  return false;
}

/** A template from here to its closing backtick, or to its next `${`. */
function readTemplate(source: string, at: number): string {
  const shape = /(?:\\[^]|\$(?!\{)|[^`\\$])*(?:`|\$\{)?/y;
  shape.lastIndex = at;
  return shape.exec(source)?.[0] ?? '';
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

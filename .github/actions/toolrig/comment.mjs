// Writes the summaries of this job as comments of its pull request: one a suite, which later runs update.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const {
  REPORTS = '',
  GITHUB_TOKEN = '',
  GITHUB_REPOSITORY = '',
  GITHUB_EVENT_PATH = '',
  GITHUB_API_URL: api = 'https://api.github.com',
} = process.env;
/** GitHub refuses longer ones. */
const mostCharacters = 65_000;

const number = readPullRequest();
if (number === null) {
  console.log('::notice title=toolrig::No comment: this job is not of a pull request');
} else {
  try {
    for (const summary of listSummaries()) await write(summary, number);
  } catch (error) {
    // A pull request from a fork may not write, and the verdict does not depend on it.
    const why = error instanceof Error ? error.message : String(error);
    console.log(`::warning title=toolrig::No comment was written: ${why}`);
  }
}

/** @returns {number | null} */
function readPullRequest() {
  if (!existsSync(GITHUB_EVENT_PATH)) return null;
  const found = fieldOf(fieldOf(readJson(GITHUB_EVENT_PATH), 'pull_request'), 'number');
  return typeof found === 'number' ? found : null;
}

/**
 * Of one suite in the folder itself, of several in numbered folders below it.
 *
 * @returns {{ suite: string, text: string }[]}
 */
function listSummaries() {
  if (!existsSync(REPORTS)) return [];
  const numbered = readdirSync(REPORTS).filter((name) => /^[0-9]+$/u.test(name));
  return [REPORTS, ...numbered.map((name) => join(REPORTS, name))]
    .map((folder) => ({ folder, file: join(folder, 'summary.md') }))
    .filter(({ file }) => existsSync(file))
    .map(({ folder, file }) => ({ suite: readSuite(folder), text: readFileSync(file, 'utf8') }));
}

/**
 * @param {string} folder
 * @returns {string}
 */
function readSuite(folder) {
  // A comment of HTML ends at two dashes and a bracket.
  return toText(fieldOf(readJson(join(folder, 'run.json')), 'suite')).replace(
    /[^\w./ -]|--/gu,
    '_',
  );
}

/**
 * @param {{ suite: string, text: string }} summary
 * @param {number} pull
 */
async function write({ suite, text }, pull) {
  const mark = `<!-- toolrig: ${suite} -->`;
  const isLong = text.length > mostCharacters;
  const shown = isLong ? text.slice(0, text.lastIndexOf('\n', mostCharacters)) : text;
  const body = `${mark}\n${shown}${isLong ? '\n\n(cut: the whole summary is in the job)\n' : ''}`;
  const known = await findComment(mark, pull);
  if (known === null) await ask('POST', `issues/${pull}/comments`, { body });
  else await ask('PATCH', `issues/comments/${known}`, { body });
}

/**
 * The newest comment of a bot that begins with the mark: what people quote is never changed.
 *
 * @param {string} mark
 * @param {number} pull
 * @returns {Promise<string | null>} its id
 */
async function findComment(mark, pull) {
  /** @type {string | null} */
  let found = null;
  for (let page = 1; ; page += 1) {
    const comments = await ask('GET', `issues/${pull}/comments?per_page=100&page=${page}`);
    const list = Array.isArray(comments) ? comments : [];
    for (const comment of list) {
      const isBot = fieldOf(fieldOf(comment, 'user'), 'type') === 'Bot';
      if (isBot && toText(fieldOf(comment, 'body')).startsWith(mark)) {
        found = toText(fieldOf(comment, 'id'));
      }
    }
    if (list.length < 100) return found;
  }
}

/**
 * @param {'GET' | 'POST' | 'PATCH'} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<unknown>}
 */
async function ask(method, path, body) {
  const response = await fetch(`${api}/repos/${GITHUB_REPOSITORY}/${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${GITHUB_TOKEN}`,
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) {
    throw new Error(`${method} ${path} was answered with status ${response.status}`);
  }
  return await response.json();
}

/**
 * @param {string} file
 * @returns {unknown}
 */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {unknown}
 */
function fieldOf(value, name) {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function toText(value) {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

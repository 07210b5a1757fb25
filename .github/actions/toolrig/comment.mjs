// Writes the summaries of this job as comments of its pull request: one a suite, which later runs update.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const {
  REPORTS = '',
  GITHUB_TOKEN = '',
  GITHUB_REPOSITORY = '',
  GITHUB_EVENT_PATH = '',
} = process.env;
const api = process.env.GITHUB_API_URL ?? 'https://api.github.com';
/** GitHub refuses longer ones. */
const mostCharacters = 65_000;

const number = readPullRequest();
if (number === null) {
  console.log('::notice title=toolrig::No comment: this job is not of a pull request');
} else {
  try {
    for (const summary of listSummaries()) await write(summary);
  } catch (error) {
    // A pull request from a fork may not write, and the verdict does not depend on it.
    console.log(`::warning title=toolrig::No comment was written: ${error.message}`);
  }
}

function readPullRequest() {
  if (!existsSync(GITHUB_EVENT_PATH)) return null;
  const event = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8'));
  return event.pull_request?.number ?? null;
}

/** Of one suite in the folder itself, of several in numbered folders below it. */
function listSummaries() {
  if (!existsSync(REPORTS)) return [];
  const numbered = readdirSync(REPORTS).filter((name) => /^[0-9]+$/u.test(name));
  return [REPORTS, ...numbered.map((name) => join(REPORTS, name))]
    .map((folder) => ({ folder, file: join(folder, 'summary.md') }))
    .filter(({ file }) => existsSync(file))
    .map(({ folder, file }) => ({ suite: readSuite(folder), text: readFileSync(file, 'utf8') }));
}

function readSuite(folder) {
  const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
  // A comment of HTML ends at two dashes and a bracket.
  return String(run.suite).replace(/[^\w./ -]|--/gu, '_');
}

async function write({ suite, text }) {
  const mark = `<!-- toolrig: ${suite} -->`;
  const isLong = text.length > mostCharacters;
  const shown = isLong ? text.slice(0, text.lastIndexOf('\n', mostCharacters)) : text;
  const body = `${mark}\n${shown}${isLong ? '\n\n(cut: the whole summary is in the job)\n' : ''}`;
  const known = await findComment(mark);
  const sent = { body };
  if (known === null) await ask('POST', `issues/${number}/comments`, sent);
  else await ask('PATCH', `issues/comments/${known}`, sent);
}

/** The newest comment of a bot that begins with the mark: what people quote is never changed. */
async function findComment(mark) {
  let found = null;
  for (let page = 1; ; page += 1) {
    const comments = await ask('GET', `issues/${number}/comments?per_page=100&page=${page}`);
    for (const { id, body, user } of comments) {
      if (user?.type === 'Bot' && body?.startsWith(mark)) found = id;
    }
    if (comments.length < 100) return found;
  }
}

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
  if (!response.ok)
    throw new Error(`${method} ${path} was answered with status ${response.status}`);
  return await response.json();
}

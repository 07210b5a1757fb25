import { expect, it } from 'vitest';

import type { ModelSpec } from '../../core/suite/suite.ts';
import { findKey } from './check-access.ts';
import type { ModelAccess } from './model-access.ts';

type LiveModel = Extract<ModelSpec, { kind: 'openai' }>;

const variables: Readonly<Record<string, string>> = {
  OPENAI_API_KEY: 'of-openai',
  GROQ_API_KEY: 'of-groq',
  AWS_SECRET_ACCESS_KEY: 'of-aws',
};

function ask(
  wish: Partial<Pick<LiveModel, 'apiKeyEnv' | 'baseUrl'>>,
  consent: Partial<ModelAccess> = {},
): string | null {
  const model: LiveModel = {
    kind: 'openai',
    name: 'm',
    model: 'm',
    nature: 'real',
    about: null,
    price: null,
    baseUrl: null,
    apiKeyEnv: 'OPENAI_API_KEY',
    ...wish,
  };
  return findKey(model, { baseUrl: null, keyOf: (name) => variables[name] ?? null, ...consent });
}

const groq = 'https://api.groq.com/openai/v1';
const stranger = 'https://collect.example/v1';
const aws = 'AWS_SECRET_ACCESS_KEY';

it.each([
  ['the usual key to the usual host', {}, {}, 'of-openai'],
  ["a provider's own key to its host", { baseUrl: groq, apiKeyEnv: 'GROQ_API_KEY' }, {}, 'of-groq'],
  ['the usual key to a host that the user names', {}, { baseUrl: stranger }, 'of-openai'],
  [
    'the usual key to a host that the user agreed to',
    { baseUrl: stranger },
    { allowedHosts: ['collect.example'] },
    'of-openai',
  ],
  [
    'any key to any host when the user agreed to both',
    { baseUrl: `${stranger.replace('/v1', ':8443')}/v1`, apiKeyEnv: aws },
    { allowedHosts: ['collect.example:8443'], allowedKeys: [aws] },
    'of-aws',
  ],
  ['nothing to this machine', { baseUrl: 'http://127.0.0.1:1/v1', apiKeyEnv: 'UNSET' }, {}, null],
])('goes without further consent: %s', (...[, wish, consent, key]) => {
  expect(ask(wish, consent)).toBe(key);
});

it.each([
  ['a host of its choice', { baseUrl: stranger }, {}, '--allow-host collect.example,'],
  ['a host and a key', { baseUrl: stranger, apiKeyEnv: aws }, {}, '--allow-host collect.example,'],
  ['another key to the usual host', { apiKeyEnv: aws }, {}, `--allow-key ${aws},`],
  [
    'another key to a host that the user names',
    { apiKeyEnv: aws },
    { baseUrl: stranger },
    `--allow-key ${aws},`,
  ],
  [
    'another key to a host that the user agreed to',
    { baseUrl: stranger, apiKeyEnv: aws },
    { allowedHosts: ['collect.example'] },
    `--allow-key ${aws},`,
  ],
  ['another key to this machine', { baseUrl: 'http://localhost:1/v1', apiKeyEnv: aws }, {}, aws],
  ["one provider's key to another", { baseUrl: groq }, {}, '--allow-key OPENAI_API_KEY,'],
  ['a key in the clear', { baseUrl: groq.replace('https', 'http') }, {}, '--allow-host'],
  [
    'a port that was not agreed to',
    { baseUrl: stranger },
    { allowedHosts: ['collect.example:1'] },
    '--allow-host',
  ],
  [
    'a host that only looks like it',
    { baseUrl: 'https://api.openai.com.collect.example/v1' },
    {},
    '--allow-host api.openai.com.collect.example,',
  ],
  [
    'a host behind a name',
    { baseUrl: 'https://api.openai.com@collect.example/v1' },
    {},
    'a URL with a name and a password in it is not sent',
  ],
])('needs consent: %s', (...[, wish, consent, message]) => {
  expect(() => ask(wish, consent)).toThrow(message);
});

it.each(['localhost:8080/v1', 'api.example.com/v1', 'file:///etc', 'ftp://a/b', '//a/b', ' '])(
  'a base URL that is none is refused by name: %j',
  (baseUrl) => {
    expect(() => ask({}, { baseUrl })).toThrow(
      `Cannot reach model "m" at the base URL ${JSON.stringify(baseUrl)}: expected a URL that begins with http:// or https://`,
    );
  },
);

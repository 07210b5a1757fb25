import { defineSuite, type ScenarioInput } from 'toolrig';
import { createToolset } from './create-toolset.ts';
import { playedRequests } from './handbook.ts';
import { chooseNearest } from './nearest/choose-nearest.ts';
import { lookUpSimilarities } from './nearest/look-up-similarities.ts';
import { partToolsets, partVariants } from './parts.ts';
import { requests, type DeskRequest } from './requests.ts';
import { createTableModel, readSimilarities } from './similarity-table.ts';
import { descriptions1 } from './tools-1.ts';
import { descriptions2 } from './tools-2.ts';
import { twoThings } from './two-things.ts';
import { blindLoop, wipeModel, wipeScenario, wipeToolset } from './wipe.ts';
import { deskWorld } from './world.ts';

/** A scripted agent of `scripts/agent-server`, so that streams and faults have lanes whose outcome is known. */
const clerkUrl = 'http://127.0.0.1:8787/v1';
const baseUrl = 'http://127.0.0.1:8765/v1';
const nearest = ['encoder-desk1', 'encoder-desk2', 'words-desk1', 'words-desk2'] as const;
/** Variants whose model answers in the process, so that they take any list of tools without a recording. */
const routed = [
  'nearest',
  'top3-words',
  'top5-words',
  'top3-words-desk1',
  'top3-encoder',
  'top3-names',
  'must-call',
] as const;
const sampled = ['sampled-desk1', 'sampled-desk2'] as const;
const streaming = { stream: true, stream_options: { include_usage: true } } as const;
const sampling = { temperature: 0.7, ...streaming } as const;

export default defineSuite({
  name: 'support-desk',
  about:
    'Twelve tools of a support desk under two sets of descriptions: 30 requests with one right tool, 8 that need none.',
  toolsets: [
    createToolset('desk@1', descriptions1, 'Short descriptions from the inside'),
    createToolset(
      'desk@2',
      descriptions2,
      'What, when in the words of users, when not and which tool instead, what comes back',
    ),
    ...partToolsets,
    wipeToolset,
  ],
  models: [
    {
      name: 'encoder',
      baseUrl,
      nature: 'learned',
      about:
        'Universal Sentence Encoder Lite behind scripts/encoder-server: calls the tool whose description lies nearest to the request. It can stand for selection and abstention, never for loops or arguments.',
    },
    {
      name: 'nearest',
      respond: chooseNearest,
      nature: 'learned',
      about:
        'Stored similarities of the same encoder, for the requests and tools of this suite and any choice among them: calls the nearest of the offered tools. It can stand for selection and abstention, never for loops or arguments.',
    },
    {
      name: 'words',
      baseUrl,
      nature: 'scripted',
      about:
        'TF-IDF overlap of words behind scripts/encoder-server: a fixed rule, weaker than the encoder. It can stand for selection and abstention, never for loops or arguments.',
    },
    {
      name: 'encoder-not',
      nature: 'learned',
      about:
        'The encoder, minus a fifth of the similarity with what a tool is not for: a table of its similarities, so that any mixture of descriptions can be tried. It can stand for selection and abstention, never for loops or arguments.',
      respond: createTableModel(readSimilarities()),
    },
    {
      name: 'perfect',
      baseUrl: clerkUrl,
      nature: 'scripted',
      about:
        'A scripted agent behind scripts/agent-server that makes no mistakes. It can stand for faults and streams, never for a real model.',
    },
    {
      name: 'clerk',
      respond: wipeModel,
      nature: 'scripted',
      about:
        'A scripted agent that makes no mistakes, in the process. It can stand for what loops do under faults, never for a real model.',
    },
  ],
  routers: { encoder: lookUpSimilarities },
  loops: {
    blind: blindLoop,
    'top3-words': { offer: { mode: 'top-k', top: 3, router: 'words' } },
    'top5-words': { offer: { mode: 'top-k', top: 5, router: 'words' } },
    'top3-encoder': { offer: { mode: 'top-k', top: 3, router: 'encoder' } },
    /** A defect: it loses the tool of every user who does not speak in names of tools. */
    'top3-names': { offer: { mode: 'top-k', top: 3, router: 'names' } },
  },
  variants: [
    { name: 'encoder-desk1', model: 'encoder', toolset: 'desk@1' },
    { name: 'encoder-desk2', model: 'encoder', toolset: 'desk@2', default: true },
    { name: 'words-desk1', model: 'words', toolset: 'desk@1' },
    { name: 'words-desk2', model: 'words', toolset: 'desk@2' },
    { name: 'reference', model: 'perfect', toolset: 'desk@2', params: streaming },
    { name: 'nearest', model: 'nearest', toolset: 'desk@2' },
    { name: 'top3-words', model: 'nearest', toolset: 'desk@2', loop: 'top3-words' },
    { name: 'top5-words', model: 'nearest', toolset: 'desk@2', loop: 'top5-words' },
    { name: 'top3-words-desk1', model: 'nearest', toolset: 'desk@1', loop: 'top3-words' },
    { name: 'top3-encoder', model: 'nearest', toolset: 'desk@2', loop: 'top3-encoder' },
    { name: 'top3-names', model: 'nearest', toolset: 'desk@2', loop: 'top3-names' },
    { name: 'must-call', model: 'nearest', toolset: 'desk@2', params: { tool_choice: 'required' } },
    { name: 'sampled-desk1', model: 'encoder', toolset: 'desk@1', params: sampling },
    { name: 'sampled-desk2', model: 'encoder', toolset: 'desk@2', params: sampling },
    ...partVariants,
    { name: 'wipe', model: 'clerk', toolset: 'desk@3' },
    { name: 'wipe-blind', model: 'clerk', toolset: 'desk@3', loop: 'blind' },
  ],
  world: deskWorld,
  session: { user: 'u-17' },
  scenarios: [
    ...requests.map(toScenario),
    {
      id: twoThings.id,
      tags: ['two-tools'],
      user: twoThings.text,
      expected: { calls: [...twoThings.tools], mayCall: [] },
      variants: ['reference'],
    },
    wipeScenario,
  ],
});

/**
 * Each request is a cluster of its own: the question is how these two sets of descriptions serve further requests like
 * these, so the tools are given and the requests are the sample. By tool, see the figures of `scripts/encoder-server`.
 */
function toScenario({ id, text, tool }: DeskRequest): ScenarioInput {
  return {
    id,
    tags: [tool === null ? 'no-tool' : 'one-tool'],
    user: text,
    expected: { calls: tool === null ? [] : [tool], mayCall: [] },
    variants: toVariants(id),
  };
}

/** Sampling is repeated, so it is done on the first request of each kind only; the scripted agent knows a few requests. */
function toVariants(id: string): readonly string[] {
  return [
    ...nearest,
    ...partVariants.map(({ name }) => name),
    ...(playedRequests.includes(id) ? ['reference'] : []),
    ...(id.endsWith('-1') ? sampled : []),
    ...routed,
  ];
}

import { readToolShelf } from '../../../harness/import/tool-shelf.ts';
import { judgeText } from '../../../harness/score/reason/judge-text.ts';
import { type DataSet, type Verdict, VerdictCount } from '../data-set.ts';
import { pickEach, readDataRows, readDataText } from '../read-data.ts';

/** Real calls against the JSON Schemas of their tools. */
export const argumentValidity: DataSet = {
  name: 'agentdojo: JSON Schema of real calls',
  about: 'each call is valid, invalid or of no known tool, as another validator says',
  needs: ['agentdojo/tools.openai.json', 'agentdojo/verdicts/argument_validity.jsonl.gz'],
  judge: judgeValidity,
};

interface Row {
  readonly suite: string;
  readonly path: string;
  readonly function: string;
  readonly args: unknown;
  readonly draft2020_12_verdict: 'valid' | 'invalid' | 'unknown-tool';
}

function judgeValidity([tools = '', file = '']: readonly string[], every: number): Verdict {
  const shelf = readToolShelf(readDataText(tools), 'tools.openai.json');
  const count = new VerdictCount();
  for (const row of pickEach(readDataRows<Row>(file), every)) {
    const { suite, path, function: name, args, draft2020_12_verdict: theirs } = row;
    const tool = shelf.of(suite).find((one) => one.name === name) ?? null;
    const argumentsText = JSON.stringify(args);
    const { caughtBy } = judgeText({ ref: 't1c0', id: null, name, argumentsText }, tool);
    const ours = caughtBy === null ? 'valid' : caughtBy === 'policy' ? 'unknown-tool' : 'invalid';
    const why = (): string => `ours ${ours}, theirs ${theirs} for ${argumentsText}`;
    count.add(`${path} ${name}`, ours === theirs, why);
  }
  return count.verdict;
}

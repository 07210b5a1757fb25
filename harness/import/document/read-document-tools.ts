import { effectGrades } from '../../core/suite/effect-grade.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import type { ScoredTool } from '../../core/score/scorer.ts';
import { findIgnored } from '../../schema/check/check-schema.ts';
import { compileSchema } from '../../schema/judge/compile-schema.ts';
import { SchemaError } from '../../schema/judge/schema-error.ts';
import type { DocumentFields, DocumentNode, DocumentReader } from './document-reader.ts';

const toolKeys = [
  'type',
  'function',
  'name',
  'description',
  'parameters',
  'strict',
  'effect',
  'confirm',
  'polling',
];

/** Reads the tools of a document: a map from names, or an array in OpenAI form. A tool without `effect` is a read. */
export function readDocumentTools(
  node: DocumentNode,
  reader: DocumentReader,
): readonly ScoredTool[] {
  const named = Array.isArray(node.value)
    ? reader.items(node).flatMap((item) => readEntry(item, reader))
    : [...(reader.fields(node, null) ?? [])].flatMap(([name, item]) => {
        const fields = reader.fields(item, toolKeys);
        return fields === null ? [] : [{ name, node: item, fields }];
      });
  const seen = new Set<string>();
  return named.map(({ name, node: at, fields }) => {
    if (seen.has(name))
      reader.refuse(at, `a name that no other tool has (${JSON.stringify(name)} comes twice)`);
    seen.add(name);
    return {
      name,
      grade: reader.word(fields.get('effect'), effectGrades),
      parameters: readParameters(fields.get('parameters'), reader),
      confirm: reader.word(fields.get('confirm'), ['none', 'token', 'human']),
      polling: fields.get('polling')?.value === true,
    };
  });
}

interface NamedTool {
  readonly name: string;
  readonly node: DocumentNode;
  readonly fields: DocumentFields;
}

/** `{ type: 'function', function: { name, parameters } }`, or the same without its wrapping. */
function readEntry(node: DocumentNode, reader: DocumentReader): readonly NamedTool[] {
  const outer = reader.fields(node, toolKeys);
  if (outer === null) return [];
  const wrapped = outer.get('function');
  const inner = wrapped === undefined ? new Map() : (reader.fields(wrapped, toolKeys) ?? new Map());
  const fields: DocumentFields = new Map([...outer, ...inner]);
  const name = fields.get('name');
  if (name === undefined) {
    reader.refuse(node, 'a tool with a name');
    return [];
  }
  return [{ name: reader.text(name), node, fields }];
}

function readParameters(node: DocumentNode | undefined, reader: DocumentReader): JsonObject {
  if (node === undefined) return { type: 'object' };
  if (!isJsonObject(node.value)) {
    reader.refuse(node, 'a JSON Schema object');
    return { type: 'object' };
  }
  try {
    compileSchema(node.value).validate({});
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const [problem] = error.problems;
    reader.refuse(
      node,
      problem === undefined ? 'a JSON Schema that compiles' : `${problem.path} ${problem.message}`,
    );
    return { type: 'object' };
  }
  for (const { code, path, message } of findIgnored(node.value, node.path)) {
    reader.warnings.push({ code, path, text: message });
  }
  return node.value;
}

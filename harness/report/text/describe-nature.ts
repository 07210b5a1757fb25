import type { ModelNature } from '../../core/suite/suite.ts';

/** Describes a model that is not a language model; `null` for language models. */
export function describeNature({
  model,
  nature,
  about,
}: {
  readonly model: string;
  readonly nature: ModelNature;
  readonly about: string | null;
}): string | null {
  if (nature === 'real') return null;
  const what = nature === 'scripted' ? 'a scripted agent' : 'a small learned policy';
  return `The model "${model}" is ${what}, not a language model.${about === null ? '' : ` ${about}`}`;
}

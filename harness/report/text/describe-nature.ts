import type { ModelNature } from '../../core/suite/suite.ts';

/** Says what a model that is no language model is; `null` for real ones. */
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

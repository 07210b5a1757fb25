import { RigError } from '../core/rig-error.ts';

/** A provider gave no usable reply to one conversation after the other: nothing more is sent, and the run ends. */
export class ProviderRefusalError extends RigError {
  override readonly name = 'ProviderRefusalError';

  /** @param cause - what the provider said last. */
  constructor(inARow: number, cause: string) {
    super('PROVIDER_REFUSES', `${inARow} conversations in a row got no usable reply. ${cause}`);
  }
}

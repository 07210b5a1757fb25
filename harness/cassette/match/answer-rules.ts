import type { PartDifference } from '../../core/talk/cassette.ts';
import { compareShapes, type ShapeSide } from './compare-shapes.ts';
import { createDriftRule } from './drift-rule.ts';
import type { LaneDisk } from '../lane/lane-disk.ts';
import type { Library } from '../lane/library.ts';
import { createTokenPairs, isSameUnderTokens, type Mask } from './match-text.ts';
import type { AnswerRules } from './find-call.ts';
import type { RecordedAttempt } from '../lane/parse-recording.ts';
import type { RecordingView } from '../lane/recording-view.ts';
import type { RequestShape, ShapedRequest } from './request-shape.ts';
import { isWaived, loadWaivers, type Waiver } from './waivers.ts';

/** What decides whether a recorded call answers. */
export interface RuleSettings {
  readonly root: string;
  readonly drift: readonly string[];
  readonly tier: 'exact' | 'loose' | 'position';
  readonly protocolVersion: number;
  readonly mask: Mask | null;
  readonly disk: LaneDisk;
  readonly library: Library;
}

/** Gives the rules for one recording; `reuse` when it is the clean lane of a faulted trial. */
export type RuleMaker = (view: RecordingView, reuse: boolean) => AnswerRules;

/**
 * Creates the rules of a store.
 *
 * @throws RigError `DRIFT_UNKNOWN` for a drift part that cannot be declared.
 */
export function createRuleMaker(settings: RuleSettings): RuleMaker {
  const isDeclared = createDriftRule(settings.drift);
  const compare = createShapeComparer(settings);
  const waivers = new Map<string, readonly Waiver[]>();
  const waiversOf = (suite: string): readonly Waiver[] => {
    const known = waivers.get(suite) ?? loadWaivers(settings.root, suite, settings.disk);
    waivers.set(suite, known);
    return known;
  };
  return (view, reuse) => {
    const { head } = view.recording;
    const version = compareVersions(head.protocol, settings.protocolVersion);
    const isAllowed = (found: PartDifference): boolean =>
      isDeclared(found.part) || isWaived(found, waiversOf(head.lane.suite));
    return {
      // A fault may have changed what the model saw: then only the same request is answered.
      tier: reuse ? 'exact' : settings.tier,
      reuse,
      isAllowed,
      otherTexts: version !== null,
      otherTextsAllowed: version !== null && isAllowed(version),
      compareShape: (attempt, shaped) => {
        const differences = attempt.shapeKey === shaped.key ? [] : compare(attempt, shaped);
        return version === null ? differences : [...differences, version];
      },
    };
  };
}

function compareVersions(recorded: number, now: number): PartDifference | null {
  if (recorded === now) return null;
  return {
    part: 'harness_text',
    recorded: `version ${recorded}`,
    now: `version ${now}`,
    change: `${recorded}-${now}`,
  };
}

/** Shapes are few and compared often: each pair is compared once. */
function createShapeComparer({
  library,
  mask,
}: RuleSettings): (recorded: RecordedAttempt, shaped: ShapedRequest) => readonly PartDifference[] {
  const compared = new WeakMap<ShapedRequest, Map<string, readonly PartDifference[]>>();
  return ({ shape: recorded, shapeKey }, shaped) => {
    const row = compared.get(shaped) ?? new Map<string, readonly PartDifference[]>();
    compared.set(shaped, row);
    const known = row.get(shapeKey);
    if (known !== undefined) return known;
    const pairs = createTokenPairs();
    const prepare = (part: string, text: string): string =>
      mask !== null && part.startsWith('system') ? mask(text) : text;
    const found = compareShapes(toRecordedSide(recorded, library), toPresentSide(shaped), (texts) =>
      isSameUnderTokens(prepare(texts.part, texts.recorded), prepare(texts.part, texts.now), pairs),
    );
    row.set(shapeKey, found);
    return found;
  };
}

/** A recorded shape with its parts in the library. */
export function toRecordedSide(shape: RequestShape, library: Library): ShapeSide {
  return { shape, part: (id) => library.part(id) };
}

/** The shape of the current request. */
export function toPresentSide(shaped: ShapedRequest): ShapeSide {
  return { shape: shaped.shape, part: (id) => shaped.parts.get(id) ?? null };
}

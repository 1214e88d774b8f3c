import type { AskedChoices } from '../../src/run/choices.ts';
import type { RunnerChoice } from '../flags/runner-flags.ts';
import type { GateRequest } from '../gate/gate-options.ts';

/** `gemmark run` as asked for, checked: flags over the config's settings over the defaults. */
export interface RunRequest extends AskedChoices, RunnerChoice, GateRequest {
	/** Absent: those of the config, or of gemmark's own the default ones. */
	readonly suite?: readonly string[] | undefined;
	/** Absent: those of the config's targets, or the bundled miniature. */
	readonly model?: readonly string[] | undefined;
	/** Names of the config's targets (default: all). */
	readonly target?: readonly string[] | undefined;
	readonly config?: string | undefined;
	readonly out?: string | undefined;
	readonly resume: boolean;
	/** Repeats at temperature 0 are pointless, unless they check that the engine is deterministic. */
	readonly determinism: boolean;
	/** Several models take turns, sample by sample. */
	readonly interleave?: boolean | undefined;
	/** Ask the compared models again, token by token. */
	readonly divergence?: boolean | undefined;
	/** Address of a Redis, when workers on other devices do the work. */
	readonly queue?: string | undefined;
	/** File that takes the app's turns as its logger would write them. */
	readonly capture?: string | undefined;
	readonly json: boolean;
	/** Print the verdict and the report's place alone. */
	readonly quiet?: boolean | undefined;
	/** Print what each sample came to. */
	readonly verbose?: boolean | undefined;
	readonly lang: 'en' | 'ko';
}

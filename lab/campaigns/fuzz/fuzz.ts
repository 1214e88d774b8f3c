import { GemmarkError } from '../../../src/base/errors.ts';
import { GgufError } from '../../../src/gguf/reader.ts';
import type { Round, Trial } from '../trial/trial.ts';
import { FILE_TARGETS } from './file-targets.ts';
import { MESSAGE_TARGETS } from './message-targets.ts';
import { TEXT_TARGETS } from './text-targets.ts';

/** A reader of what others write, with inputs that it takes. */
export interface FuzzTarget {
	readonly name: string;
	/** Of a hundred inputs of a round, how many are its own: files are slower than texts. */
	readonly share: number;
	/** Reads one damaged input, in the campaign's folder where it needs a file. May throw typed errors only. */
	read(luck: Round, folder: string): void | Promise<void>;
}

/** Each round damages a hundred inputs. */
export const fuzz: Trial = {
	round: '100 damaged inputs',
	rounds: { short: 250, long: 100_000 },
	async run({ tally, folder, rounds }) {
		for (const round of rounds()) {
			for (const target of TARGETS) {
				for (let index = 0; index < target.share; index += 1) {
					const started = performance.now();
					let untyped: unknown;
					try {
						// Most are synchronous: awaiting each would cost more than reading.
						const reading = target.read(round, folder);
						if (reading !== undefined) await reading;
					} catch (thrown) {
						if (!isTyped(thrown)) untyped = thrown;
					}
					tally.tried(target.name);
					const ms = performance.now() - started;
					if (untyped !== undefined) tally.failed(target.name, round.seed, textOf(untyped));
					else if (ms > SLOW_MS) tally.failed(target.name, round.seed, `takes ${(ms / 1000).toFixed(1)} s`);
				}
			}
		}
	},
};

const TARGETS: readonly FuzzTarget[] = [...TEXT_TARGETS, ...MESSAGE_TARGETS, ...FILE_TARGETS];
/** None of these inputs is large. */
const SLOW_MS = 5000;

/** What operators read: one line, and no stack. */
function isTyped(thrown: unknown): boolean {
	return (thrown instanceof GemmarkError && !thrown.message.includes('\n')) || thrown instanceof GgufError;
}

function textOf(thrown: unknown): string {
	return thrown instanceof Error ? (thrown.stack ?? thrown.message) : `thrown: ${String(thrown)}`;
}

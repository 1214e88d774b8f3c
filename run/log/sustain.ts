import { killOf } from '../../runners/device/device-link.ts';
import { type Message, message, type Said } from '../../src/base/message.ts';
import { Asker, SampleFailure } from '../../src/eval/evaluate/asker.ts';
import type { AskerOptions } from '../../src/eval/evaluate/sample-record.ts';
import { type EvaluatedSuite, mainScore } from '../../src/eval/header.ts';
import { identityOf, type PlannedSample } from '../../src/eval/plan.ts';
import { KILLED, type SampleResult, sampleKey, scoreNamed } from '../../src/eval/sample.ts';
import { type SustainedTurn, turnWaiting } from '../../src/eval/turn.ts';
import type { LogHeader } from '../../src/log/record.ts';
import { answerOf } from '../../src/summary/compare/compare.ts';
import { decodeTokensPerSecond } from '../../src/summary/turn-times.ts';
import type { RunProgress } from '../prepare.ts';

interface Sustained {
	readonly plan: readonly PlannedSample[];
	readonly append: (turn: SustainedTurn) => void;
	readonly onProgress?: (progress: Omit<RunProgress, 'title'>) => void;
}

/** Absent for a run that is not sustained. */
export function sustainingOf({ settings, suites }: LogHeader, options: Sustained): Sustaining | undefined {
	return settings.sustainS === undefined ? undefined : new Sustaining(settings.sustainS, suites, options);
}

/** Asks the samples of a run again and again, without a pause: what a device keeps up for longer than a test. */
class Sustaining {
	readonly #seconds: number;
	readonly #suites: readonly EvaluatedSuite[];
	readonly #options: Sustained;
	readonly #beganAt: number = performance.now();
	/** What the run itself was answered, by sample: block 0. */
	readonly #answers = new Map<string, string>();
	readonly #first: SustainedTurn[] = [];

	constructor(seconds: number, suites: readonly EvaluatedSuite[], options: Sustained) {
		this.#seconds = seconds;
		this.#suites = suites;
		this.#options = options;
	}

	/** Keeps a result of the run itself, at its end. */
	add(result: SampleResult, endMs: number = this.#nowMs): void {
		this.#answers.set(sampleKey(result), answerOf(result));
		this.#first.push(this.turn(0, result, endMs));
	}

	/** Of the run itself. */
	get first(): readonly SustainedTurn[] {
		return this.#first;
	}

	/** Reports the turns of the run, then asks further blocks; the one under way at the end is finished. A lost engine ends them. */
	async go(options: AskerOptions): Promise<void> {
		const asker = new Asker(options);
		asker.cold = false;
		this.#first.forEach(this.#options.append);
		for (let block = 1; this.#nowMs < this.#seconds * 1000; block += 1) {
			for (const planned of this.#options.plan) {
				const startMs = this.#nowMs;
				let turn: SustainedTurn;
				try {
					turn = this.turn(block, await asker.ask(planned));
				} catch (error) {
					if (!(error instanceof SampleFailure)) throw error;
					turn = this.cut(block, planned, startMs, error.message);
				}
				if (options.signal?.aborted) return;
				this.#report(turn);
				if (turn.ended !== undefined) return;
			}
		}
	}

	#report(turn: SustainedTurn): void {
		const { append, onProgress } = this.#options;
		append(turn);
		const done = Math.min(Math.round(turn.endMs / 1000), this.#seconds);
		onProgress?.({ done, total: this.#seconds, label: `${turn.suite} ${turn.sampleId}` });
	}

	get #nowMs(): number {
		return Math.round(performance.now() - this.#beganAt);
	}

	/** A turn that was not answered to its end. */
	cut(block: number, planned: PlannedSample, startMs: number, ended: Said, endMs: number = this.#nowMs): SustainedTurn {
		const { epoch: _, ...identity } = identityOf(planned);
		return { type: 'turn', block, ...identity, startMs, endMs, same: false, ended };
	}

	/** A result of a block, which ended so long after the run began. */
	turn(block: number, result: SampleResult, endMs: number = this.#nowMs): SustainedTurn {
		const { suite, sampleId, variant, transcript, timings } = result;
		const declared = this.#suites.find(({ name }) => name === suite);
		const main = scoreNamed(result, declared && mainScore(declared))?.value;
		const same = this.#answers.get(sampleKey(result)) === answerOf(result);
		return {
			type: 'turn',
			block,
			suite,
			sampleId,
			variant,
			startMs: Math.max(0, endMs - Math.round(timings.endToEndMs)),
			endMs,
			firstTokenMs: block === 0 && timings.cold ? undefined : turnWaiting(result).timeToFirstTokenMs,
			...decoded(result),
			main: typeof main === 'boolean' ? main : undefined,
			same,
			state: timings.device?.states.at(-1),
			transcript: same ? undefined : transcript,
			ended: block === 0 ? undefined : endOf(result),
		};
	}
}

/** Tokens of the generations whose speed is known, and how long they take at that speed. */
function decoded({ transcript, timings }: SampleResult): Pick<SustainedTurn, 'outputTokens' | 'decodeMs'> {
	const known = transcript.generations.flatMap(({ usage }, index) => {
		const timing = timings.generations[index];
		const speed = timing && decodeTokensPerSecond(timing, usage);
		return speed === undefined
			? []
			: [{ tokens: usage.outputTokens ?? 0, ms: ((usage.outputTokens ?? 0) / speed) * 1000 }];
	});
	if (known.length === 0) return {};
	const sum = (of: 'tokens' | 'ms'): number => known.reduce((all, one) => all + one[of], 0);
	return { outputTokens: sum('tokens'), decodeMs: Math.round(sum('ms') * 100) / 100 };
}

/** Why a turn is the last: the process of the engine or app did not survive it. */
function endOf({ timings, transcript: { failure, failureDetail } }: SampleResult): Said | undefined {
	if (failure === KILLED) return failureDetail ?? failure;
	const { attempts = 1, device: { exit } = {} } = timings;
	return attempts === 1 ? undefined : lossOf(exit === undefined ? [] : killOf(exit.process, { exit }));
}

/** Why rounds ended, by why the process did. */
export function lossOf([why]: ReturnType<typeof killOf>): Message {
	return why === undefined ? message('run.sustain-lost') : message('run.sustain-killed', { why });
}

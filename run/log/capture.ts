import { appendFileSync, statSync } from 'node:fs';
import { EnvironmentError, UsageError } from '../../src/base/errors.ts';
import { english, message } from '../../src/base/message.ts';
import { isThere } from '../../src/base/write-file.ts';
import {
	type CapturedFinish,
	type CorpusLogger,
	type EarlierFinishes,
	JsonLineLogger,
} from '../../src/chat/corpus-log.ts';
import { causeOfGeneration, isUncounted } from '../../src/eval/evidence/generation-evidence.ts';
import type { PlannedSample } from '../../src/eval/plan.ts';
import type { LoggedGeneration, SampleResult } from '../../src/eval/sample.ts';
import { withoutSecrets } from '../../src/text/secrets.ts';

/** How a run is captured. */
export interface RunCaptureOptions {
	/** The file is gone on with. */
	readonly resume: boolean;
	/** The bundled miniature answers. */
	readonly miniature: boolean;
	/** The engine parses calls: its parser may have dropped what it does not count. */
	readonly engineReads: boolean;
	/** Why times of its engine are not comparable. */
	readonly timingsNotComparable?: string;
}

/**
 * A run's turns as an app on a device would log them (`--capture`), of suites with one user turn per sample. The end of a turn
 * is written once its sample is known, because a capture claims no more about its end and times than the run does.
 */
export class RunCapture {
	readonly #path: string;
	readonly #logger: JsonLineLogger;
	readonly #options: RunCaptureOptions;
	#lost: EnvironmentError | undefined;
	#held: HeldEnd | undefined;
	#turns = 0;

	/** Throws {@link UsageError} where the file holds something already, {@link EnvironmentError} when it cannot be written. */
	constructor(path: string, options: RunCaptureOptions) {
		this.#path = path;
		this.#options = options;
		let holdsMore: boolean;
		try {
			const there = statSync(path, { throwIfNoEntry: false });
			if (there === undefined && isThere(path)) {
				throw Object.assign(new Error('a link'), { code: 'a link to a file that does not exist' });
			}
			if (there?.isFile() === false) throw Object.assign(new Error('not a file'), { code: 'not a file' });
			// Also tries whether it can be written.
			appendFileSync(path, '');
			holdsMore = !options.resume && (there?.size ?? 0) > 0;
		} catch (cause) {
			throw this.#failure('usage.capture-unwritable', cause);
		}
		if (holdsMore) throw new UsageError(message('usage.capture-exists', { path }));
		const write = (line: string): void => this.#append(line);
		const now = (): number => this.#held?.at ?? performance.now();
		this.#logger = new JsonLineLogger({ write, now, miniature: options.miniature });
	}

	/** Turns that were begun. */
	get turns(): number {
		return this.#turns;
	}

	loggerFor({ suite, sample }: PlannedSample): CorpusLogger | undefined {
		if (suite.oneTurn !== true) return undefined;
		const logger = this.#logger;
		return {
			onUserTurn: (text) => {
				this.#tellEnd();
				this.#turns += 1;
				logger.prompt = sample.id;
				logger.onUserTurn(text);
			},
			onTextChunk: (...chunk) => logger.onTextChunk(...chunk),
			onFunctionCall: (...call) => logger.onFunctionCall(...call),
			onMalformedCall: (...call) => logger.onMalformedCall(...call),
			onTurnEnd: (error, finish, earlier = []) => {
				this.#held = { at: performance.now(), error, finish, earlier };
			},
		};
	}

	/** The sample whose turn was over last, as the log has it. */
	sampled({ transcript: { generations }, timings }: SampleResult): void {
		if (this.#held === undefined) return;
		const { finish, earlier, ...held } = this.#held;
		this.#held = {
			...held,
			earlier: earlier.map((end, index) => this.#confirmed(end ?? undefined, generations[index]) ?? null),
			finish: this.#confirmed(finish, generations[earlier.length]),
			notComparable: (timings.device?.notComparable ?? []).map(english),
		};
		this.#tellEnd();
	}

	/** Ends the capture. A turn whose sample is not in the log ends as its app reported. */
	end(): void {
		this.#tellEnd();
	}

	/** Throws {@link EnvironmentError} when something of the run is not in the file: no turn fails for its logger. */
	requireWhole(): void {
		this.end();
		if (this.#lost !== undefined) throw this.#lost;
	}

	/** The reported end of a generation, weakened where the run does not confirm it. */
	#confirmed(end: CapturedFinish | undefined, generation: LoggedGeneration | undefined): CapturedFinish | undefined {
		if (generation === undefined) return end;
		const cause = causeOfGeneration(generation);
		if (cause === 'swallowed-by-engine') return 'swallowed';
		if (end === 'stop' && cause !== undefined) return 'unknown';
		return end === 'stop' && this.#options.engineReads && isUncounted(generation) ? undefined : end;
	}

	#tellEnd(): void {
		if (this.#held === undefined) return;
		const { error, finish, earlier, notComparable = [] } = this.#held;
		const { timingsNotComparable: engines } = this.#options;
		this.#logger.onTurnEnd(error, finish, earlier, [...(engines === undefined ? [] : [engines]), ...notComparable]);
		this.#held = undefined;
	}

	#append(line: string): void {
		try {
			appendFileSync(this.#path, `${withoutSecrets(line)}\n`);
		} catch (cause) {
			this.#lost ??= this.#failure('usage.capture-incomplete', cause);
		}
	}

	#failure(said: 'usage.capture-unwritable' | 'usage.capture-incomplete', cause: unknown): EnvironmentError {
		const { code = 'unknown' } = cause as NodeJS.ErrnoException;
		return new EnvironmentError(message(said, { path: this.#path, code }), { cause });
	}
}

/** The reported end of a turn, and its time. */
interface HeldEnd {
	readonly at: number;
	readonly error: string | undefined;
	readonly finish: CapturedFinish | undefined;
	readonly earlier: EarlierFinishes;
	readonly notComparable?: readonly string[];
}

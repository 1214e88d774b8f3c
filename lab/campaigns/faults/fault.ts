import type { EvaluateOptions } from '../../../run/evaluate.ts';
import type { Run } from '../../../run/results/read-run.ts';
import type { EngineServer } from '../../../runners/openai/engine-server-fixture.ts';
import type { Chance } from '../trial/chance.ts';

/** One way in which a run can go wrong. */
export interface Fault<Engine> {
	readonly name: string;
	/** Evaluates under the fault, once or resumed; the last run counts. A refusal is thrown. */
	run(ground: Ground<Engine>, chance: Chance): Promise<Run>;
}

/** Where a run is disturbed. */
export interface Ground<Engine> {
	readonly engine: Engine;
	/** Of the run under way; it may not be there yet. */
	readonly logFile: string;
	/** The same suite and engine, in the same folder, each time; `options` of a target are added to its own. */
	evaluate(options?: DisturbedOptions): Promise<Run>;
	/** Acts once so many samples are done and some milliseconds have gone by, unless the run is over by then. */
	after(samples: number, milliseconds: number, act: () => void): DisturbedOptions;
}

export interface DisturbedOptions extends Omit<EvaluateOptions, 'target' | 'out'> {
	/** Options of the runner. */
	readonly target?: object;
}

export interface NativeEngine {
	/** Ends the process that holds the weights. */
	kill(): void;
}

export type NativeFault = Fault<NativeEngine>;
export type ServerFault = Fault<EngineServer>;

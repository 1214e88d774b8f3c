import type { JsonObject } from '../json/json-value.ts';
import type { Rate } from '../stats/rate.ts';
import type { EvaluatedRun } from './evaluated-run.ts';
import type { ReasonCounts } from './reason-counts.ts';

/** One tool-calling sample in one epoch. */
export interface ToolsRow {
	readonly id: string;
	readonly input: string;
	readonly epoch: number;
	/** Index in the run's samples, to open its transcript. */
	readonly sampleIndex: number;
	/** No call is the right answer. */
	readonly irrelevance: boolean;
	readonly correct: boolean;
	/** BFCL's name of the first error, such as `wrong_func_name` or `value_error:string`. */
	readonly reason?: string;
	readonly detail?: string;
	readonly expected: readonly { readonly tool: string; readonly arguments: JsonObject }[];
	readonly calls: readonly { readonly name: string; readonly arguments: JsonObject }[];
	readonly endState?: boolean;
	readonly turnOrder?: boolean;
	readonly endToEndMs: number;
	readonly cold: boolean;
	readonly error?: string;
}

export interface ToolsSummary {
	readonly suite: string;
	readonly suiteVersion: string;
	readonly rows: readonly ToolsRow[];
	readonly correct: Rate;
	/** Of the samples that need a call, and of those where none is right. */
	readonly relevant: Rate;
	readonly irrelevant: Rate;
	readonly endState: Rate;
	readonly turnOrder: Rate;
	readonly reasons: ReasonCounts;
	/** Epochs at temperature > 0: pass@k and pass^k averaged over samples, for k = 1 .. epochs. */
	readonly reliability: readonly { readonly k: number; readonly passAtK: number; readonly passHatK: number }[];
}

/** What the log says of the tool-calling suite `suite` (default `tools`); absent where the run had none. */
export function summarizeTools(run: EvaluatedRun, suite = 'tools'): ToolsSummary | undefined {
	if (!run.header.suites.some(({ name }) => name === suite)) return undefined;
	throw new Error('not written yet');
}

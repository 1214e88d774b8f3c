import type { EngineIdentity, ModelIdentity } from '../model/identity.ts';
import type { LoggedSettings } from './run-settings.ts';
import type { SampleResult } from './sample.ts';
import type { CorpusIdentity } from './suite.ts';

/** What summaries and comparisons read of a run. A `Log` is one. */
export interface EvaluatedRun {
	readonly header: {
		readonly model: ModelIdentity;
		readonly engine: EngineIdentity;
		readonly settings: LoggedSettings;
		readonly suites: readonly EvaluatedSuite[];
		readonly loadMs?: number;
	};
	readonly samples: readonly SampleResult[];
	readonly footer?: { readonly peakRssBytes?: number };
}

export interface EvaluatedSuite {
	readonly name: string;
	readonly version: string;
	readonly corpus: CorpusIdentity;
	readonly skipped: readonly { readonly arm: string; readonly reason: string }[];
	/** Samples times arms times epochs of the whole run. */
	readonly planned: number;
}

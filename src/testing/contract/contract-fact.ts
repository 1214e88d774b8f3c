import type { LoadedModel } from '../../model/runner.ts';

/** Subject of a fact. */
export interface Checked {
	readonly name: string;
	/** Loaded once for all facts; a fact must leave it usable. */
	readonly model: LoadedModel;
	readonly load: () => Promise<LoadedModel>;
	readonly skip: (reason: string) => never;
}

export interface Fact {
	readonly title: string;
	readonly check: (checked: Checked) => Promise<void>;
}

import type { LogHeader } from './record.ts';

/** What a run is called: its target's name where it was given one, else its model's. */
export function runName({ target, model }: Pick<LogHeader, 'target' | 'model'>): string {
	return target ?? model.name;
}

/** The same with the model behind a target's name, for where a run stands by itself. */
export function runTitle({ target, model }: Pick<LogHeader, 'target' | 'model'>): string {
	return target === undefined ? model.name : `${target} (${model.name})`;
}

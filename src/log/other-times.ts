import type { LogHeader } from './record.ts';

/** What of machine and threads two parts of a run tell otherwise, such as `threads 1 and 2`: it changes times alone. */
export function otherTimes(one: MeasuredOn, other: MeasuredOn): readonly string[] {
	const [was, is] = [machineOf(one), machineOf(other)];
	return Object.entries(NAMES).flatMap(([field, name]) => {
		const [before, now] = [was[field as Field], is[field as Field]];
		return before === undefined || now === undefined || before === now
			? []
			: [`${name} ${shown(before)} and ${shown(now)}`];
	});
}

/** What a header tells of where and how it was measured. */
type MeasuredOn = Pick<LogHeader, 'engine'> & Partial<Pick<LogHeader, 'host'>>;

type Field = keyof typeof NAMES;

const NAMES = {
	device: 'device',
	cpu: 'CPU',
	cores: 'cores',
	backend: 'backend',
	threads: 'threads',
	prefillThreads: 'prefill threads',
	promptCache: 'prompt cache',
} as const;

function shown(value: string | number | boolean): string {
	return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

function machineOf({ host, engine }: MeasuredOn): Readonly<Partial<Record<Field, string | number | boolean>>> {
	return { ...host, ...engine };
}

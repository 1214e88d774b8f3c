import { HIDDEN } from '../text/hidden.ts';
import type { LogHeader } from './record.ts';

/** What a run is called: its target's name where it was given one, else its model's. */
export function runName({ target, model }: Pick<LogHeader, 'target' | 'model'>): string {
	return target ?? model.name;
}

/** What runs are called beside each other: the engine, or else the device, tells apart those of one name; their place, what nothing else does. */
export function runNames(
	headers: readonly Pick<LogHeader, 'target' | 'model' | 'engine' | 'host'>[],
): readonly string[] {
	const names = headers.map(runName);
	const marks = [headers.map(({ engine }) => engine.runner), headers.map(({ host }) => host.device)];
	return names.map((name, index) => {
		for (const mark of marks) {
			const twins = mark.filter((_, other) => names[other] === name);
			if (twins.length === 1) return name;
			if (!twins.includes(undefined) && new Set(twins).size === twins.length) return `${name} (${mark[index]})`;
		}
		return `${name} (${index + 1})`;
	});
}

/** The same with the model behind a target's name, for where a run stands by itself. */
export function runTitle({ target, model }: Pick<LogHeader, 'target' | 'model'>): string {
	return target === undefined ? model.name : `${target} (${model.name})`;
}

/** A model of which no name is known. */
export const UNNAMED_MODEL = 'unnamed model';

/** A header with names that can be read: of a model its file's own title where its name is blank, and no blank target or device. */
export function namedHeader(header: LogHeader): LogHeader {
	const { model, target, host } = header;
	const { device, ...machine } = host;
	const name = [model.name, model.title].find((one) => one !== undefined && !isBlank(one)) ?? UNNAMED_MODEL;
	return {
		...header,
		model: name === model.name ? model : { ...model, name },
		...(target !== undefined && { target: isBlank(target) ? undefined : target }),
		host: device === undefined || !isBlank(device) ? host : machine,
	};
}

function isBlank(name: string): boolean {
	return name.replace(HIDDEN, '').trim() === '';
}

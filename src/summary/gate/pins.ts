import { type Message, message } from '../../base/message.ts';
import type { EvaluatedRun } from '../../eval/header.ts';
import { LOGGED_FIELDS } from '../../eval/settings.ts';

/** Fields of a run's identity that a rule can pin with `equals`. */
export const PINS: readonly string[] = [
	...['name', 'sha256', 'digest', 'quantization', 'templateSha256', 'adapter.sha256'].map((name) => `model.${name}`),
	...['runner', 'version', 'backend', 'api', 'app', 'flashAttention', 'kvCacheType', 'contextSize', 'batchSize'].map(
		(name) => `engine.${name}`,
	),
	...LOGGED_FIELDS.map((name) => `settings.${name}`),
	'app.version',
];

/** Those that `gate --pin` writes. */
export const WRITTEN_PINS: readonly string[] = [
	...[
		'model.sha256',
		'model.digest',
		'model.templateSha256',
		'model.adapter.sha256',
		'engine.runner',
		'engine.version',
	],
	...['engine.backend', 'engine.kvCacheType', 'engine.flashAttention', 'engine.contextSize'],
];

/** A run's value of a pin, as text; undefined where it is not known. */
export function pinned({ header }: Pick<EvaluatedRun, 'header'>, field: string): string | undefined {
	const value = field
		.split('.')
		.reduce<unknown>((of, name) => (of as Record<string, unknown> | undefined)?.[name], header);
	return value === undefined ? undefined : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Pins of which a run has another value, as far as it is known before the first sample. */
export function otherPins(
	run: Pick<EvaluatedRun, 'header'>,
	rules: readonly { readonly metric: string; readonly equals?: string }[],
): readonly Message[] {
	return rules.flatMap(({ metric, equals = '' }) => {
		const value = PINS.includes(metric) ? pinned(run, metric) : undefined;
		return value === undefined || value === equals ? [] : [message('gate.pinned', { metric, value, pinned: equals })];
	});
}

/** What stands for each pin: its value, or that it is not known. */
export function pinsOf(
	run: Pick<EvaluatedRun, 'header'>,
): readonly (readonly [string, { readonly path: string; readonly certainty: 'settled' } | Message])[] {
	return PINS.map((field) => {
		const value = pinned(run, field);
		return [
			field,
			value === undefined ? message('gate.pin-unknown', { field }) : { path: value, certainty: 'settled' },
		];
	});
}

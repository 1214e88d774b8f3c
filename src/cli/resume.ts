import { UsageError } from '../errors/gemmark-error.ts';
import { canonicalJson, type JsonValue } from '../json/json-value.ts';
import type { LogHeader } from '../log/record.ts';

/** Refuses to go on with a run under another identity: its samples would not belong together. */
export function requireSameRun(before: LogHeader, now: LogHeader, source: string): void {
	const differing = Object.entries(resumedFields(before)).find(
		([field, value]) => canonicalJson(value) !== canonicalJson(resumedFields(now)[field] ?? null),
	);
	if (differing === undefined) return;
	throw new UsageError(`${source}: cannot be resumed, ${differing[0]} differs from the run's own`, {
		hint: `Repeat its options (${before.command}), or start a new run.`,
	});
}

function resumedFields(header: LogHeader): Record<string, JsonValue> {
	return {
		model: header.model.sha256 ?? header.model.name,
		runner: header.engine.runner,
		'engine version': header.engine.version,
		settings: header.settings as unknown as JsonValue,
		suites: header.suites.map((suite) => [suite.name, suite.version, suite.corpus.sha256]),
	};
}

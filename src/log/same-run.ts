import { canonicalJson, type JsonValue } from '../json/json-value.ts';
import type { LogHeader } from './record.ts';

/** The first part of two runs' identity that differs, the shard apart; undefined when their samples belong together. */
export function differingIdentity(one: LogHeader, other: LogHeader): string | undefined {
	const fields = identityFields(other);
	return Object.entries(identityFields(one)).find(
		([field, value]) => canonicalJson(value) !== canonicalJson(fields[field] ?? null),
	)?.[0];
}

function identityFields(header: LogHeader): Readonly<Record<string, JsonValue>> {
	const { shard: _, ...settings } = header.settings;
	return {
		model: header.model.sha256 ?? header.model.name,
		template: header.model.templateSha256 ?? '',
		runner: header.engine.runner,
		'engine version': header.engine.version ?? '',
		'flash attention': header.engine.flashAttention ?? false,
		'samples at once': header.engine.sequences ?? 1,
		...(settings as unknown as Record<string, JsonValue>),
		suites: header.suites.map((suite) => [
			suite.name,
			suite.version,
			suite.corpus.sha256,
			suite.corpus.prompts.map((prompt) => prompt.sha256),
		]),
	};
}

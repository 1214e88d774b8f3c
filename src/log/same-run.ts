import { type AppPart, filesBeside, partFields, partsOfBoth, promptsBeside } from '../eval/app-content.ts';
import { codeField, differingCode } from '../eval/compare/differing-code.ts';
import type { Decision } from '../eval/decision/decision.ts';
import type { AppIdentity, EvaluatedSuite } from '../eval/evaluated-run.ts';
import { jsonOf } from '../json/json-of.ts';
import { canonicalJson, type JsonValue } from '../json/json-value.ts';
import type { LogHeader } from './record.ts';

/** Measured, chosen by a probe, or without influence on what is generated. */
const NO_IDENTITY = new Set([
	'threads',
	'prefillThreads',
	'threadsFrom',
	'timingsNotComparable',
	'promptCache',
	'sharePrefix',
	'backend',
]);

/**
 * The parts of two runs' identity that differ, the shard apart: everything that can change a sample. None when their
 * samples belong together. Where `allow` has `code`, the config's code is none of them.
 */
export function differingFields(one: LogHeader, other: LogHeader, allow: readonly string[] = []): readonly string[] {
	// A log of version 1 declares nothing.
	const declares = one.version > 1 && other.version > 1;
	const parts = partsOfBoth(one.app?.content, other.app?.content);
	const [first, second] = [identityFields(one, declares, parts), identityFields(other, declares, parts)];
	const fields = [...new Set([...first.keys(), ...second.keys()])].filter(
		(field) => canonicalJson(first.get(field) ?? null) !== canonicalJson(second.get(field) ?? null),
	);
	const weights = fields.includes('model') ? [] : otherWeights(one, other);
	const code = allow.includes('code') ? [] : differingCode(one, other).map(codeField);
	return [...fields, ...weights, ...code];
}

/** What servers tell of the weights behind a name: a field that only one of the runs tells is unknown. */
function otherWeights({ model }: LogHeader, other: LogHeader): readonly string[] {
	const told = [
		['digest', 'digest'],
		['pathSha256', 'path'],
		['quantization', 'quantization'],
		['architecture', 'architecture'],
		['parameters', 'parameters'],
	] as const;
	return told.flatMap(([field, word]) => {
		const [was, is] = [model[field], other.model[field]];
		return was === undefined || is === undefined || was === is ? [] : [`model ${word}`];
	});
}

/** Values by a name that people read. Whatever of the header is not named here as harmless belongs to it. */
function identityFields(
	{ model, engine, settings, suites, app }: LogHeader,
	declares: boolean,
	parts: readonly AppPart[],
): ReadonlyMap<string, JsonValue> {
	const { shard: _, thinking, ...chosen } = settings;
	const fields = new Map<string, unknown>([
		['model', model.sha256 ?? model.name],
		['template', model.templateSha256],
		...Object.entries(engine)
			.filter(([name]) => !NO_IDENTITY.has(name))
			.map(([name, value]) => [`engine ${name}`, value] as const),
		...Object.entries(chosen),
		// Before it could be chosen it was off, and logs did not say so.
		['thinking', thinking === 'off' ? undefined : thinking],
		['app', app && appFields(app, parts)],
		...partFields(app?.content, parts),
		['suites', suites.map(({ name }) => name)],
		...suites.flatMap(({ name, version, corpus, settings: own, scores, decision, usesApp }) => [
			[`version of ${name}`, version] as const,
			[`scores of ${name}`, declares ? scoresOf(scores) : undefined] as const,
			[`decision of ${name}`, declares && decision ? decisionOf(decision) : undefined] as const,
			[
				`corpus of ${name}`,
				[corpus.sha256, ...promptsBeside({ corpus, usesApp }, app?.content, parts).map(({ sha256 }) => sha256)],
			] as const,
			...Object.entries(own ?? {}).map(([option, value]) => [`${option} of ${name}`, value] as const),
		]),
	]);
	return new Map(
		Array.from(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, jsonOf(value)] as const])),
	);
}

function appFields({ name, version, language, files = [], content }: AppIdentity, parts: readonly AppPart[]): unknown {
	return { name, version, language, files: filesBeside(files, content, parts).map(({ sha256 }) => sha256) };
}

/** What they are called is a matter of taste. */
function scoresOf(scores: EvaluatedSuite['scores']): unknown {
	return Object.entries(scores).map(([name, { kind, unit, direction = 'higher', main = false }]) => {
		return { name, kind, unit, direction, main };
	});
}

function decisionOf({ score, threshold, paths }: Decision): unknown {
	return { score, threshold, paths: paths.map(({ name, policy }) => ({ name, policy })) };
}

import { z } from 'zod';
import type { FileIdentity } from '../../corpus/file-identity.ts';
import { idField } from '../../corpus/row-fields.ts';
import { ConfigError } from '../../errors/gemmark-error.ts';
import { issueText } from '../../errors/issue-text.ts';
import { jsonOf } from '../../json/json-of.ts';
import { canonicalJson } from '../../json/json-value.ts';
import { sha256 } from '../../json/sha256.ts';
import { singleLine } from '../../text/normalize-text.ts';
import { NOT_BLANK, type Sample } from '../sample.ts';
import type { SuiteContext } from './define-suite.ts';
import type { SuiteOptions } from './suite-options.ts';

/** What a suite asks, and where it comes from. */
export interface SuiteSamples<S extends Sample> {
	readonly rows: readonly S[];
	readonly identity: FileIdentity;
	/** Its own, or of what any sample has. */
	readonly schema: z.ZodType<S>;
}

/** The rows of a suite, from its file or as they stand in its definition. Throws {@link ConfigError} naming suite, row and field. */
export async function readSamples<S extends Sample>(
	{
		name,
		samples,
		schema = anySample as unknown as z.ZodType<S>,
	}: Pick<SuiteOptions<S>, 'name' | 'samples' | 'schema'>,
	context: SuiteContext,
): Promise<SuiteSamples<S>> {
	if (typeof samples === 'string') {
		const read = context.readRows(samples, schema);
		requireAskable(name, read.rows, `Correct it in ${samples}.`);
		return { ...read, schema };
	}
	if (samples.length === 0) throw new ConfigError(`suite ${name}: has no samples`, { hint: 'Give it at least one.' });
	const rows = samples.map((sample, index) => {
		const parsed = schema.safeParse(sample);
		if (parsed.success) return parsed.data;
		const [issue] = parsed.error.issues;
		const field = [`samples[${index}]`, ...(issue?.path ?? [])].join('.');
		throw new ConfigError(`suite ${name}: ${field}: ${issue?.message}`);
	});
	requireAskable(name, rows, 'Correct it there.');
	const twice = rows.find(({ id }, index) => rows.findIndex((row) => row.id === id) < index);
	if (twice !== undefined) throw new ConfigError(`suite ${name}: two samples have the id '${twice.id}'`);
	const hash = await sha256(canonicalJson(jsonOf(rows)));
	return { rows, schema, identity: { name, version: 'inline', sha256: hash } };
}

/** A schema of one's own may take what no report can name, or no model be asked. */
function requireAskable(name: string, rows: readonly Sample[], hint: string): void {
	for (const [index, row] of rows.entries()) {
		const issue = anySample.safeParse(row, { error: issueText }).error?.issues[0];
		if (issue === undefined) continue;
		const field = [`samples[${index}]`, ...issue.path].join('.');
		const which = field.endsWith('.id') ? ` '${singleLine(String(row.id)).slice(0, 80)}'` : '';
		throw new ConfigError(`suite ${name}: ${field}${which}: ${issue.message}`, { hint });
	}
}

const anySample = z.looseObject({
	id: idField,
	input: z.string().regex(NOT_BLANK, 'is blank: nothing would be asked'),
});

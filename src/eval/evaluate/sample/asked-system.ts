import type { JsonObject } from '../../../json/json-value.ts';
import { canonicalJson } from '../../../json/json-value.ts';
import { sha256 } from '../../../json/sha256.ts';
import { withoutSecrets } from '../../../text/secret/secret.ts';

/**
 * Whose system prompt a sample was asked under, by those of its conversations that were opened before anything was
 * generated: the `app`'s, its `row`'s, `none`, or the SHA-256 of the solver's own. Undefined where none was opened.
 */
export async function askedSystem(
	opened: readonly (string | undefined)[],
	app: { readonly system: string },
	row: JsonObject,
): Promise<string | undefined> {
	const texts = [...new Set(opened.map((text) => text ?? ''))];
	const [text] = texts;
	if (text === undefined) return undefined;
	if (texts.length > 1) return sha256(canonicalJson(withoutSecrets(texts)));
	if (text === app.system) return 'app';
	if (text === row.system) return 'row';
	return text === '' ? 'none' : sha256(withoutSecrets(text));
}

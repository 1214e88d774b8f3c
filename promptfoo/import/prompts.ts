import { ConfigError } from '../../src/base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json.ts';
import { parseData } from '../../src/config/data-text.ts';
import { isReadable, namedFiles, type Refusals, readText, type Written } from './files.ts';

/** A prompt of promptfoo, its vars not yet put in. */
export interface ImportedPrompt {
	readonly label: string;
	/** Absent: none is sent. */
	readonly system?: string;
	readonly user: string;
	readonly at: Written['at'];
}

/** Prompts of a promptfooconfig: texts, chats of a system and a user message, and files of either. */
export function readPrompts(
	{ value, place, at }: Written,
	folder: string,
	refusals: Refusals,
): readonly ImportedPrompt[] {
	const listed = Array.isArray(value)
		? value.map((entry, index) => ({ entry, here: [...at, index] }))
		: [{ entry: value, here: at }];
	return listed.flatMap(({ entry, here }) => {
		const { raw, label } = isJsonObject(entry) ? entry : { raw: entry, label: undefined };
		const files = namedFiles(raw ?? (isJsonObject(entry) ? entry.id : undefined), folder);
		const missing = files?.find((file) => !isReadable(file, TEXT_FILES));
		if (missing !== undefined) {
			refusals.exclude(
				place,
				here,
				`${missing}: is no text or data file that is there (code makes its prompts only in promptfoo)`,
			);
			return [];
		}
		if (files === undefined && typeof raw !== 'string') {
			refusals.exclude(place, here, 'is neither text nor { raw, label } nor file://');
			return [];
		}
		const texts = files === undefined ? [String(raw)] : files.flatMap(promptsOfFile);
		return texts.flatMap((text) => {
			const read = readPrompt(text);
			if (typeof read !== 'string') {
				return { ...read, label: shortened(typeof label === 'string' ? label : read.user), at: here };
			}
			refusals.exclude(place, here, read);
			return [];
		});
	});
}

const TEXT_FILES = ['.txt', '.md', '.json', '.yaml', '.yml'];

/** Lines of three hyphens stand between the prompts of a text file. */
function promptsOfFile(file: string): readonly string[] {
	const text = readText(file);
	const parts = /\.(?:txt|md)$/iu.test(file) ? text.split(/^---[ \t]*$/mu) : [text];
	return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** A chat as JSON or YAML, or the text of a user message; a text where it cannot be taken says why. */
function readPrompt(text: string): Pick<ImportedPrompt, 'system' | 'user'> | string {
	if (!/^\s*(?:\[\s*\{|- role:)/u.test(text)) return { user: text };
	const chat = chatOf(text);
	if (!Array.isArray(chat)) return 'opens like a chat and is neither JSON nor YAML of one';
	const system = chat.filter(({ role }) => role === 'system' || role === 'developer');
	const [user, ...more] = chat.filter((message) => !system.includes(message));
	if (user?.role !== 'user' || more.length > 0 || chat.some(({ content }) => typeof content !== 'string')) {
		return 'is a chat of other than system messages and one user message, each of text';
	}
	const joined = system.map(({ content }) => content).join('\n\n');
	return { user: String(user.content), system: joined === '' ? undefined : joined };
}

function chatOf(text: string): readonly { readonly role?: unknown; readonly content?: unknown }[] | undefined {
	try {
		const { content } = parseData(text, text.trimStart().startsWith('[') ? 'prompt.json' : 'prompt.yaml');
		return Array.isArray(content) && content.every((message) => isJsonObject(message)) ? content : undefined;
	} catch (error) {
		if (error instanceof ConfigError) return undefined;
		throw error;
	}
}

function shortened(text: string): string {
	const [line = ''] = text.trim().split('\n');
	return line.length <= 60 ? line : `${line.slice(0, 59)}…`;
}

/** A text with its vars put in, or why that cannot be done without promptfoo. */
type Rendered =
	| { readonly text: string; readonly refused?: undefined }
	| { readonly text?: undefined; readonly refused: string };

/**
 * Puts vars in as Nunjucks does where a template is `{{ name }}` or `{{ name.field }}`; tags, filters and expressions are
 * refused, as is a var that is not there (Nunjucks would leave nothing in its place).
 */
export function renderTemplate(template: string, vars: JsonObject): Rendered {
	if (/\{[%#]/u.test(template)) return { refused: 'has template tags ({% or {#), which only promptfoo renders' };
	let text = '';
	let at = 0;
	// No pattern: one with blanks on both sides of the name takes cubic time on a text of blanks.
	for (let open = template.indexOf('{{'); open !== -1; open = template.indexOf('{{', at)) {
		const close = template.indexOf('}}', open + 2);
		if (close === -1) break;
		const expression = template
			.slice(open + 2, close)
			.replace(/^-/u, '')
			.replace(/-$/u, '')
			.trim();
		const isName = /^[\w.]+$/u.test(expression);
		const value = isName ? valueAt(vars, expression.split('.')) : undefined;
		if (value === undefined) {
			const problem = isName ? 'no such var' : 'an expression or filter, which only promptfoo renders';
			return { refused: `{{${expression}}}: ${problem}` };
		}
		text += template.slice(at, open) + (typeof value === 'string' ? value : JSON.stringify(value));
		at = close + 2;
	}
	text += template.slice(at);
	return text.includes('{{') ? { refused: 'a var holds a template of its own' } : { text };
}

/** The same in every text of a value. */
export function renderValue(
	value: JsonValue,
	vars: JsonObject,
): { readonly value: JsonValue; readonly refused?: string } {
	let refused: string | undefined;
	const rendered = JSON.parse(JSON.stringify(value), (_, part: unknown) => {
		if (typeof part !== 'string') return part;
		const { text, refused: problem } = renderTemplate(part, vars);
		refused ??= problem;
		return text ?? part;
	}) as JsonValue;
	return { value: rendered, refused };
}

function valueAt(vars: JsonObject, path: readonly string[]): JsonValue | undefined {
	return path.reduce<JsonValue | undefined>(
		(value, step) => (isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined),
		vars,
	);
}

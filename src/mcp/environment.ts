import { ConfigError } from '../base/errors.ts';
import { isJsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../base/json.ts';
import { message } from '../base/message.ts';
import { formsOf, LEAST_CHARS } from '../text/secrets.ts';

/**
 * The secrets that a server was given: values under a name such as API_KEY, and all that were taken from the environment.
 * They are removed from its answers, so that none gets into a log.
 */
export class Secrets {
	#values: readonly string[] = [];

	/**
	 * The text with each `${NAME}` taken from the environment, so that a secret need not stand in a config. Throws
	 * {@link ConfigError} for a variable that is not set; `place` names the field.
	 */
	fill(text: string, place: string): string {
		return text.replaceAll(/\$\{(\w+)\}/gu, (_, name: string) => {
			const value = process.env[name];
			if (value === undefined) throw new ConfigError(message('config.env-missing', { place, name }));
			if (!INHERITED.includes(name)) this.#keep(value);
			return value;
		});
	}

	/** The same for each value. */
	fillAll(values: Readonly<Record<string, string>> = {}, place: string): Readonly<Record<string, string>> {
		const filled = Object.entries(values).map(([name, value]) => [name, this.fill(value, `${place}.${name}`)] as const);
		for (const [name, value] of filled) if (SECRET.test(name)) this.#keep(value);
		return Object.fromEntries(filled);
	}

	#keep(secret: string): void {
		// Of `Bearer abc` a server may quote `abc` alone.
		const parts = [secret, ...secret.split(/\s+/u)].filter((value) => value.length >= LEAST_CHARS);
		this.#values = [...new Set([...this.#values, ...parts.flatMap(formsOf)])].sort(
			(one, other) => other.length - one.length,
		);
	}

	hide(text: string): string {
		return this.#values.reduce((hidden, value) => hidden.replaceAll(value, '(hidden)'), text);
	}

	/** In every text of the value, also in the names of fields. */
	hideIn(value: JsonValue): JsonValue {
		if (this.#values.length === 0) return value;
		if (typeof value === 'string') return this.hide(value);
		if (Array.isArray(value)) return value.map((item) => this.hideIn(item));
		if (!isJsonObject(value)) return value;
		const hidden: MutableJsonObject = {};
		for (const [name, item] of Object.entries(value)) setOwn(hidden, this.hide(name), this.hideIn(item));
		return hidden;
	}
}

const SECRET = /key|token|secret|pass|auth|credential|cookie|bearer/iu;

/**
 * The variables of gemmark's environment that a server's process gets: those for finding programs, a home and a language,
 * without keys and tokens.
 */
export function minimalEnvironment(): Readonly<Record<string, string>> {
	return Object.fromEntries(
		INHERITED.flatMap((name) => {
			const value = process.env[name];
			// A shell function in a variable's place is code.
			return value === undefined || value.startsWith('()') ? [] : [[name, value]];
		}),
	);
}

/** The list of the MCP SDK for this platform, and the language. */
const INHERITED: readonly string[] =
	process.platform === 'win32'
		? 'APPDATA HOMEDRIVE HOMEPATH LOCALAPPDATA PATH PATHEXT PROCESSOR_ARCHITECTURE SYSTEMDRIVE SYSTEMROOT TEMP USERNAME USERPROFILE'.split(
				' ',
			)
		: 'HOME LOGNAME PATH SHELL TERM USER LANG LC_ALL TZ'.split(' ');

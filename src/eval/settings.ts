import { z } from 'zod';
import type { PrefixPolicy } from '../chat/turn-loop.ts';
import { localized } from '../text/text.ts';
import { SETTINGS, type Setting } from './settings/rows.ts';

type Rows = typeof SETTINGS;

/** Names of the settings whose row has such a property. */
type Having<Property> = { readonly [Name in keyof Rows]: Rows[Name] extends Property ? Name : never }[keyof Rows];

type Chosen = Having<{ readonly chosen: z.ZodType }>;
type Defaulted = Having<{ readonly default: unknown }>;
type Configured = Exclude<Chosen, Having<{ readonly configured: false }>>;

/** Values by name. Generic as `Pick` is: so an editor shows a row's comment for the setting. */
type Values<Table extends { readonly [Name in keyof Table]: Setting }, Names extends keyof Table> = {
	readonly [Name in Names]: z.output<NonNullable<Table[Name]['chosen']>>;
};

/** Each may be left open. */
type Open<Choices> = { readonly [Name in keyof Choices]?: Choices[Name] };

/** Settings of a run as a config has them. */
export type WrittenSettings = Open<Values<Rows, Configured>>;

/** A prefix policy, or the run (folder or log) whose decision has it. */
export type PolicyChoice = Exclude<Values<Rows, 'policy'>['policy'], object>;

/** What an operator chooses of a run; the policy may still be that of an earlier run. */
export type AskedChoices = Values<Rows, Exclude<Defaulted, 'policy'>> &
	Open<Values<Rows, Exclude<Chosen, Defaulted>>> & { readonly policy: PolicyChoice };

/** Choices of a run of which each may be left open. */
export type OpenChoices = Open<AskedChoices>;

/** What a run does. */
export type RunChoices = Omit<AskedChoices, 'policy'> & {
	readonly policy: PrefixPolicy;
	/** The decision that the policy was taken from. */
	readonly policyFrom?: PolicySource;
};

/** Schemas by the names that the log has. */
type Logged = {
	readonly [Name in Having<{ readonly logged: z.ZodType }> as Rows[Name] extends { readonly field: infer Field }
		? Field & string
		: Name]: Rows[Name]['logged'];
};

/** Settings of a run that may change its outcome. Part of the log's header. */
export type RunSettings = Readonly<z.output<z.ZodObject<Logged>>>;

/** The run that decided a policy: the name of its folder, the SHA-256 of its log, and the path that was taken. */
export type PolicySource = NonNullable<RunSettings['policyFrom']>;

/** Settings in a log; a captured run does not report what its app chose. */
export type LoggedSettings = Partial<RunSettings> & Pick<RunSettings, 'epochs'>;

/** Rows by name, for what treats them alike. */
export const settingRows: readonly (readonly [name: keyof Rows, row: Setting])[] = Object.entries(SETTINGS) as never;

/** Names of what may be chosen. */
export const CHOICES: readonly (keyof AskedChoices)[] = settingRows.flatMap(([name, { chosen }]) =>
	chosen === undefined ? [] : [name as keyof AskedChoices],
);

/** Values where nothing is chosen. */
export const DEFAULT_CHOICES: RunChoices = valuesOf('default') as RunChoices;

/** Gemma's own sampling, as its model cards recommend it. */
export const RECOMMENDED: Readonly<Record<Having<{ readonly recommended: number }>, number>> = valuesOf(
	'recommended',
) as never;

/** Schemas of a config's settings, each of which may be absent. */
export const choiceFields: { readonly [Name in Configured]: z.ZodType<WrittenSettings[Name]> } = Object.fromEntries(
	settingRows.flatMap(([name, { chosen, configured = true, help = '' }]) =>
		chosen !== undefined && configured ? [[name, chosen.describe(sentence(help)).optional()]] : [],
	),
) as never;

/** Schemas of all that may be chosen, each of which may be absent. */
export const openChoiceFields: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
	settingRows.flatMap(([name, { chosen }]) => (chosen === undefined ? [] : [[name, chosen.optional()]])),
);

const loggedRows = settingRows.flatMap(([name, row]) =>
	row.logged === undefined ? [] : [{ ...row, field: row.field ?? name, logged: row.logged }],
);

/** Schema of the settings in a log's header. */
export const loggedSettingsSchema = z.looseObject(
	Object.fromEntries(
		loggedRows.map(({ field, logged }) => [field, field === 'epochs' ? logged : logged.optional()] as const),
	),
) as z.ZodType as z.ZodType<LoggedSettings>;

/** Settings in logs: all, those that a comparison ignores, and those that may differ in a resumed or merged run. */
export const LOGGED_FIELDS: readonly string[] = loggedRows.map(({ field }) => field);
export const UNCOMPARED_FIELDS: ReadonlySet<string> = fieldsWhere(({ compared }) => compared === false);
export const RESUMABLE_FIELDS: ReadonlySet<string> = fieldsWhere(({ resumable }) => resumable === true);

const liveSettings = z.looseObject(Object.fromEntries(loggedRows.map(({ field, logged }) => [field, logged])));

/** Whether no setting is missing that a solver needs. */
export function isWhole(settings: LoggedSettings): settings is RunSettings {
	return liveSettings.safeParse(settings).success;
}

/** Names of settings in reports, by field. */
export function settingTitles(lang: 'en' | 'ko'): Readonly<Record<string, string>> {
	return Object.fromEntries(
		loggedRows.flatMap(({ field, title }) => (title === undefined ? [] : [[field, localized(title, lang)]])),
	);
}

/** Words of values in Korean reports, by field. */
export const KOREAN_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
	loggedRows.flatMap(({ field, korean }) => (korean === undefined ? [] : [[field, korean]])),
);

function valuesOf(property: 'default' | 'recommended'): Readonly<Record<string, unknown>> {
	return Object.fromEntries(
		settingRows.flatMap(([name, { [property]: value }]) => (value === undefined ? [] : [[name, value]])),
	);
}

function fieldsWhere(fits: (row: Setting) => boolean): ReadonlySet<string> {
	return new Set(loggedRows.filter(fits).map(({ field }) => field));
}

/** A flag's help as a sentence. */
export function sentence(help: string): string {
	return `${help.charAt(0).toUpperCase()}${help.slice(1)}.`;
}

/** Whether the reflection message follows failed calls; `both`: each sample with and without it. */
type ReflectionChoice = Exclude<AskedChoices['reflection'], boolean>;

/** As settings and log have it. */
type ReflectionSetting = RunSettings['reflection'];

/** Parses either spelling. */
export function reflectionSetting(choice: boolean | ReflectionChoice): ReflectionSetting {
	return choice === 'both' ? 'both' : choice === true || choice === 'on';
}

const MARK = '+reflection';

/** Name of a variant's pair with reflection. */
export function reflectedVariant(variant: string): string {
	return `${variant}${MARK}`;
}

/** The suite's variant, and whether the planned one reflects. */
export function readVariant(
	variant: string,
	reflection: ReflectionSetting,
): { readonly own: string; readonly reflects: boolean } {
	if (reflection !== 'both') return { own: variant, reflects: reflection };
	const reflects = variant.endsWith(MARK);
	return { own: reflects ? variant.slice(0, -MARK.length) : variant, reflects };
}

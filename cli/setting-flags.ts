import { type Command, Option } from 'commander';
import { z } from 'zod';
import { SETTINGS, type Setting } from '../src/eval/settings/rows.ts';
import { settingRows } from '../src/eval/settings.ts';
import { policy, seconds, shard, thinking } from './flags.ts';
import { flagKind, kebabCase } from './runner-flags.ts';

/** Parsers of settings whose text is neither a number, a word nor a name. */
const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
	policy,
	shard,
	sustain: seconds,
	thinking,
	// An empty expression matches every sample.
	filter: String,
};

/** Adds the flags of a group of settings, with their defaults. */
export function addSettings(command: Command, group: Setting['group']): Command {
	for (const [name, row] of settingRows) {
		if (row.group === group) command.addOption(settingOption(name, row).default(row.default));
	}
	return command;
}

/** Adds the flags that `gemmark sweep` shares with `gemmark run`. Defaults are those of the config. */
export function addSweepSettings(command: Command): Command {
	for (const [name, row] of settingRows) {
		if (row.sweep === true) command.addOption(settingOption(name, row));
	}
	return command;
}

/** Commander parser for a setting's text. */
export function settingParser(name: keyof typeof SETTINGS): (text: string) => unknown {
	return PARSERS[name] ?? flagKind(declared(SETTINGS[name]))?.parse ?? String;
}

function settingOption(name: keyof typeof SETTINGS, row: Setting): Option {
	const { value, help = '', words, preset, recommended } = row;
	const flag = `--${kebabCase(name)}`;
	const usage = preset === undefined ? `${flag} <${value}>` : `${flag} [${value}]`;
	const usual = row.default === undefined && recommended !== undefined;
	const option = new Option(
		value === undefined ? flag : usage,
		usual ? `${help} (default with a temperature: ${recommended})` : help,
	);
	const { enum: values, const: only } = declared(row);
	const choices = words ?? values ?? (only === undefined ? undefined : [only]);
	if (choices !== undefined) option.choices(choices.map(String));
	else option.argParser(settingParser(name));
	return preset === undefined ? option : option.preset(preset);
}

/** JSON Schema of a setting's values. */
function declared({ chosen = z.never() }: Setting): z.core.JSONSchema.JSONSchema {
	return z.toJSONSchema(chosen, { unrepresentable: 'any' });
}

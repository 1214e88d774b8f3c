import { GemmarkError, UsageError } from '../../src/base/errors.ts';
import { counted } from '../../src/base/message.ts';
import { type FidelityStep, templateFidelity } from './template-fidelity.ts';
import { templatesIn } from './template-folder.ts';

/**
 * Compares what gemmark sends with what every chat template of a folder makes of the same conversations, byte for byte.
 * One line for each template and for thinking off and on: the same, or the first difference; `whole` is false when a
 * prompt differs or is refused. Throws {@link UsageError} without a folder.
 */
export async function fidelity(
	folder: string | undefined,
): Promise<{ readonly lines: readonly string[]; readonly whole: boolean }> {
	if (folder === undefined) throw new UsageError('no folder', { hint: 'npm run fidelity -- FOLDER' });
	const lines: string[] = [];
	let whole = true;
	for (const template of templatesIn(folder)) {
		const { dialect, steps } = await stepsOf(template);
		const modes = [...new Set(steps.map(({ thinking }) => thinking))];
		for (const mode of modes) {
			const said = modeText(steps.filter(({ thinking }) => thinking === mode));
			lines.push(`${template.file} (${dialect}), thinking ${mode}: ${said}`);
		}
		whole &&= steps.every(({ outcome }) => outcome.startsWith('same'));
	}
	return { lines, whole };
}

async function stepsOf(
	template: Parameters<typeof templateFidelity>[0],
): Promise<Awaited<ReturnType<typeof templateFidelity>>> {
	try {
		return await templateFidelity(template);
	} catch (error) {
		if (!(error instanceof GemmarkError)) throw error;
		const refused = { outcome: 'refused', reason: error.message } as const;
		return { dialect: 'unknown', steps: [{ thinking: 'off', conversation: 'any', step: 'first prompt', ...refused }] };
	}
}

function modeText(steps: readonly FidelityStep[]): string {
	const odd = steps.filter(({ outcome }) => !outcome.startsWith('same'));
	const [first] = odd;
	if (first !== undefined) return `${odd.length} of ${counted(steps.length, 'prompt')} not, first ${oddText(first)}`;
	const openings = steps.filter(({ outcome }) => outcome === 'same-but-openings').length;
	const exception = openings === 0 ? '' : ` (${openings} but for openings of earlier model turns, which the model saw)`;
	return `all ${counted(steps.length, 'prompt')} same${exception}`;
}

function oddText({ conversation, step, difference, reason }: FidelityStep): string {
	const place = `${conversation}, ${step}:`;
	if (difference === undefined) return `${place} REFUSED, ${reason ?? ''}`;
	const { at, ours, template } = difference;
	return `${place} DIFFERS at character ${at}, gemmark ${JSON.stringify(ours)}, template ${JSON.stringify(template)}`;
}

import type { DeviceResult } from './campaign.ts';

/** Whether nothing was lost, counted twice or answered otherwise. */
export function holds({ samples, distinct, otherTexts, otherScores, verdicts, outcome }: DeviceResult): boolean {
	const same = otherTexts.length === 0 && otherScores.length === 0 && verdicts.native === verdicts.device;
	return same && samples === distinct && outcome === 'complete';
}

export function deviceText(result: DeviceResult): string {
	const { samples, distinct, cuts, askedAgain, inVain, cold, otherTexts, otherScores, verdicts, outcome } = result;
	return [
		`${samples} samples, ${distinct} distinct, ${outcome}`,
		`${cuts.disconnects} connections cut, ${cuts.kills} processes killed`,
		`${askedAgain} samples asked again, ${inVain} times in vain; ${cold} were the first of their process`,
		`${otherTexts.length} samples with other texts than the native run, ${otherScores.length} with other scores`,
		...[...otherTexts, ...otherScores].map((key) => `OTHER: ${key}`),
		`native: ${verdicts.native}`,
		`device: ${verdicts.device}`,
	].join('\n');
}

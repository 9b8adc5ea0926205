import { dependencyRule } from './dependency-rule.ts';
import { fileNameRule } from './file-name-rule.ts';
import { layerRule } from './layer-rule.ts';
import { lockfileRule } from './lockfile-rule.ts';
import { placementRule } from './placement-rule.ts';
import { privateFileRule } from './private-file-rule.ts';
import { roomDeclarationRule } from './room-declaration-rule.ts';
import { readSourceTree } from './source-tree.ts';
import { tableOwnerRule } from './table-owner-rule.ts';
import type { HouseRule } from './violation.ts';

const HOUSE_RULES: readonly HouseRule[] = [
  placementRule,
  layerRule,
  privateFileRule,
  fileNameRule,
  tableOwnerRule,
  roomDeclarationRule,
  dependencyRule,
  lockfileRule,
];

export interface HouseReport {
  readonly fileCount: number;
  readonly rules: readonly string[];
  /** One line a violation: `file:line rule message`. */
  readonly violations: readonly string[];
}

/** Checks the tree under `root` by every rule. Missing folders are no violation. */
export function checkHouse(root: string): HouseReport {
  const tree = readSourceTree(root);
  const violations = HOUSE_RULES.flatMap((rule) =>
    rule.check(tree).map(({ file, line, message }) => `${file}:${line} ${rule.name} ${message}`),
  );
  return { fileCount: tree.paths.length, rules: HOUSE_RULES.map((rule) => rule.name), violations };
}

import '/work/tests/test/support/record-statements.ts';
import '/work/tests/src/people/bulk-acts/bulk-acts.test.ts';

/** The thirty letters in order; a digraph is one letter. */
export const LETTERS: readonly string[] = 'A B C Č Ć D Dž Đ E F G H I J K L Lj M N Nj O P R S Š T U V Z Ž'.split(' ');

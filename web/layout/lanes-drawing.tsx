const CENTRE = { x: 520, y: 260 };
const RINGS = [60, 104, 148, 192, 236, 280, 324, 368, 412, 456, 500];

/** A place on a ring, by degrees. */
const on = (radius: number, degrees: number) => ({
  cx: CENTRE.x + radius * Math.cos((degrees * Math.PI) / 180),
  cy: CENTRE.y + radius * Math.sin((degrees * Math.PI) / 180),
});

/** Who is on their way: no sport has these to itself. */
const PEOPLE = [on(104, 205), on(192, 150), on(236, 238), on(324, 186), on(412, 162), on(456, 214)];

/** Lanes, ripples on water, rings of a target: of every sport a little, of none the ground. */
export const LanesDrawing = () => (
  <svg className="lanes" viewBox="0 0 600 520" preserveAspectRatio="xMaxYMid slice" fill="none" aria-hidden="true">
    <g stroke="#fff" strokeWidth="2.5">
      {RINGS.map((radius, index) => (
        <circle
          key={radius}
          cx={CENTRE.x}
          cy={CENTRE.y}
          r={radius}
          opacity={0.5 - index * 0.035}
          strokeDasharray={index % 3 === 2 ? '10 14' : undefined}
        />
      ))}
    </g>
    {PEOPLE.map(({ cx, cy }, index) => (
      <circle key={cx} cx={cx} cy={cy} r="9" fill={index % 2 === 0 ? '#ff7a59' : '#8fc6ec'} />
    ))}
  </svg>
);

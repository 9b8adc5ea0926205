/** Overlapping court lines on the floor of a sports hall. */
export const CourtDrawing = () => (
  <svg
    className="court"
    viewBox="0 0 600 900"
    preserveAspectRatio="xMidYMid slice"
    fill="none"
    stroke="#fff"
    strokeWidth="2.5"
    aria-hidden="true"
  >
    <g transform="rotate(-14 300 450)">
      <rect x="60" y="-60" width="480" height="1020" rx="2" />
      <path d="M60 450h480" />
      <circle cx="300" cy="450" r="74" />
      <circle cx="300" cy="450" r="5" fill="#ff7a59" stroke="none" />
      <path d="M216 -60v190h168v-190M216 960v-190h168v190" />
      <path d="M244 130a56 56 0 0 0 112 0M244 770a56 56 0 0 1 112 0" />
      <path d="M96 -60v110a204 204 0 0 0 408 0v-110M96 960v-110a204 204 0 0 1 408 0v110" opacity="0.75" />
      <path d="M130 250h340M130 650h340M130 250v400M470 250v400" strokeDasharray="10 12" opacity="0.6" />
      <path d="M60 300h480M60 600h480" stroke="#8fc6ec" opacity="0.8" />
    </g>
  </svg>
);

/** The main streets; the driven route follows parts of them. */
const STREETS = {
  north: 'M-20 250C180 220 260 330 420 330S720 240 920 120',
  west: 'M180-20C220 180 300 300 300 460S240 760 300 920',
  south: 'M-20 620C120 600 260 640 420 600S640 520 920 500',
  east: 'M640-20C620 160 560 300 612 560',
};

/** The parts of the route: street, begin and end in percent of its length. */
const ROUTE = [
  [STREETS.north, 12, 62.9],
  [STREETS.east, 54.8, 97.6],
  [STREETS.south, 67, 85],
] as const;

/** A picture of a fictional city: streets, a park, water, a driven route and a few vehicles. */
export function StreetPicture() {
  return (
    <svg viewBox="0 0 900 900" preserveAspectRatio="xMidYMid slice" width="100%" height="100%" focusable="false">
      <rect width="900" height="900" fill="var(--land)" />
      <g stroke="var(--street)" fill="none">
        <g strokeWidth="5">{grid(-14, 46)}</g>
        <g strokeWidth="14" strokeLinecap="round">
          {Object.values(STREETS).map((street) => (
            <path key={street} d={street} />
          ))}
        </g>
      </g>
      <path
        d="M458 372c52-26 108-8 122 34s-4 92-58 106-112-2-118-52 14-68 54-88Z"
        fill="var(--park)"
        stroke="var(--land)"
        strokeWidth="6"
      />
      <path
        d="M-20 800C80 750 170 790 262 742S420 690 520 716S640 640 720 662S850 610 920 560V920H-20Z"
        fill="var(--water)"
      />
      <g fill="none" stroke="var(--accent)" strokeWidth="8" strokeLinecap="round">
        {ROUTE.map(([street, from, to]) => (
          <path
            key={street}
            d={street}
            pathLength="100"
            strokeDasharray={`${to - from} 200`}
            strokeDashoffset={-from}
          />
        ))}
      </g>
      <circle cx="100" cy="248" r="10" fill="var(--surface)" stroke="var(--accent)" strokeWidth="6" />
      <Vehicle x={777} y={514} turn={82} large />
      <Vehicle x={296} y={396} turn={173} />
      <Vehicle x={622} y={96} turn={190} />
      <Vehicle x={123} y={615} turn={-88} />
      <Stopped x={408} y={603} />
      <Stopped x={748} y={222} />
      <g transform="translate(219 128)">
        <circle r="19" fill="var(--surface)" />
        <circle r="8.5" fill="var(--status-idle)" />
      </g>
    </svg>
  );
}

/** The side streets: two sets of parallel lines that cross at an angle, `step` px apart. */
function grid(degrees: number, step: number) {
  const lines = Array.from({ length: 44 }, (_, index) => -500 + index * step);
  return (
    <g transform={`rotate(${degrees} 450 450)`} opacity="0.55">
      {lines.map((at) => (
        <path key={at} d={`M-400 ${at}H1500M${at * 1.35} -400V1500`} />
      ))}
    </g>
  );
}

interface VehicleProps {
  x: number;
  y: number;
  turn: number;
  large?: boolean;
}

function Vehicle({ x, y, turn, large = false }: VehicleProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(${large ? 1.35 : 1})`}>
      <circle r="20" fill="var(--surface)" />
      <path
        transform={`rotate(${turn})`}
        d="M0-12 9.5 10c.4 1-.5 1.9-1.5 1.5L0 8l-8 3.5c-1 .4-1.9-.5-1.5-1.5Z"
        fill="var(--status-running)"
      />
    </g>
  );
}

function Stopped({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r="20" fill="var(--surface)" />
      <rect x="-8" y="-8" width="16" height="16" rx="2" fill="var(--status-stopped)" />
    </g>
  );
}

/** A quiet piece of a city that exists nowhere: streets, a park, water, a driven route and a few vehicles. */
export function StreetPicture() {
  return (
    <svg viewBox="0 0 900 900" preserveAspectRatio="xMidYMid slice" width="100%" height="100%" focusable="false">
      <rect width="900" height="900" fill="var(--land)" />
      <g stroke="var(--street)" fill="none">
        <g strokeWidth="5">{grid(-14, 46)}</g>
        <g strokeWidth="13" strokeLinecap="round">
          <path d="M-20 250 C180 220 260 330 420 330 S720 240 920 120" />
          <path d="M180 -20 C220 180 300 300 300 460 S240 760 300 920" />
          <path d="M-20 620 C120 600 260 640 420 600 S640 520 920 500" />
          <path d="M640 -20 C620 160 560 300 600 480" />
        </g>
      </g>
      <path
        d="M470 372c52-26 108-8 122 34s-4 92-58 106-112-2-118-52 14-68 54-88Z"
        fill="var(--park)"
        stroke="var(--land)"
        strokeWidth="6"
      />
      <path d="M452 452c40-30 74-22 100-46" stroke="var(--land)" strokeWidth="5" fill="none" />
      <path
        d="M-20 800 C80 750 170 790 262 742 S420 690 520 716 S640 640 720 662 S850 610 920 560 V920 H-20Z"
        fill="var(--water)"
      />
      <path
        d="M96 246 C210 234 280 330 420 330 C520 330 590 300 604 330 C580 400 592 440 600 486 C640 520 700 520 792 507"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="9"
        strokeLinecap="round"
        strokeLinejoin="round"
        opacity="0.9"
      />
      <circle cx="96" cy="246" r="11" fill="var(--land)" stroke="var(--accent)" strokeWidth="6" />
      <Vehicle x={792} y={507} turn={82} status="running" large />
      <Vehicle x={296} y={420} turn={178} status="running" />
      <Vehicle x={640} y={60} turn={186} status="running" />
      <Vehicle x={132} y={606} turn={-94} status="running" />
      <Stopped x={420} y={600} />
      <Stopped x={716} y={232} />
      <g transform="translate(214 128)">
        <circle r="20" fill="var(--surface)" />
        <circle r="8.5" fill="var(--status-idle)" />
      </g>
    </svg>
  );
}

/** Side streets: two families of lines that cross at a slant, `step` px apart. */
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
  status: 'running';
  large?: boolean;
}

function Vehicle({ x, y, turn, status, large = false }: VehicleProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(${large ? 1.35 : 1})`}>
      <circle r="20" fill="var(--surface)" />
      <path
        transform={`rotate(${turn})`}
        d="M0-12 9.5 10c.4 1-.5 1.9-1.5 1.5L0 8l-8 3.5c-1 .4-1.9-.5-1.5-1.5Z"
        fill={`var(--status-${status})`}
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

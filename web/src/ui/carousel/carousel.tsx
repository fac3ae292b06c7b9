import { ActionIcon } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import {
  Children,
  type KeyboardEvent,
  type ReactNode,
  type UIEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import classes from './carousel.module.css';
import { CAROUSEL_DEFAULTS, slideAfter } from './slides.ts';

interface Props {
  /** The content of the slides, for screen readers. */
  label: string;
  /** The time between two slides, in milliseconds; 0 to disable automatic movement. */
  intervalMs?: number;
  /** The last slide is followed by the first. */
  wrap?: boolean;
  /** True if the arrow keys change the slide. */
  keyboard?: boolean;
  pauseOnHover?: boolean;
  /** One child per slide. */
  children: ReactNode;
}

/**
 * A carousel of slides. It does not move by itself for people who prefer reduced motion, nor while the focus is on it.
 */
export function Carousel(props: Props) {
  const { label, children, intervalMs = CAROUSEL_DEFAULTS.intervalMs, wrap = CAROUSEL_DEFAULTS.wrap } = props;
  const { keyboard = CAROUSEL_DEFAULTS.keyboard, pauseOnHover = CAROUSEL_DEFAULTS.pauseOnHover } = props;
  const { t } = useTranslation();
  const slides = Children.toArray(children);
  const track = useRef<HTMLDivElement>(null);
  const still = useReducedMotion();
  const [current, setCurrent] = useState(0);
  const [paused, setPaused] = useState(false);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const moves = intervalMs > 0 && !still && slides.length > 1;

  function show(slide: number) {
    setCurrent(slide);
    const box = track.current;
    const way = box && getComputedStyle(box).direction === 'rtl' ? -1 : 1;
    box?.scrollTo({ left: way * slide * box.clientWidth, behavior: still ? 'instant' : 'smooth' });
  }
  const turn = (step: number) => show(slideAfter(current, step, slides.length, wrap));
  const advance = useEffectEvent((from: number) => show(slideAfter(from, 1, slides.length, wrap)));
  const running = moves && !paused && !focused && !(hovered && pauseOnHover);
  // Restarted for each slide, so that a slide chosen by hand is shown for its full time.
  useEffect(() => {
    if (!running) return undefined;
    const timer = setTimeout(() => advance(current), intervalMs);
    return () => clearTimeout(timer);
  }, [running, intervalMs, current]);

  /** Updates the current slide after a swipe. */
  function onScrollEnd({ currentTarget: box }: UIEvent<HTMLElement>) {
    if (box.clientWidth > 0) setCurrent(Math.round(Math.abs(box.scrollLeft) / box.clientWidth));
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!keyboard || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    turn(event.key === forward ? 1 : -1);
  }
  return (
    <section
      aria-roledescription={t('widget.carousel.role')}
      aria-label={label}
      className={classes.carousel}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
      onKeyDown={onKeyDown}
    >
      <div
        ref={track}
        className={classes.track}
        tabIndex={0}
        role="group"
        aria-label={t('widget.carousel.slides')}
        aria-live={running ? 'off' : 'polite'}
        onScrollEnd={onScrollEnd}
      >
        {slides.map((slide, index) => (
          <div
            key={index}
            role="group"
            aria-label={t('widget.carousel.slide', { number: index + 1, count: slides.length })}
            inert={index !== current}
            className={classes.slide}
          >
            {slide}
          </div>
        ))}
      </div>
      <div className={classes.controls}>
        <ActionIcon
          className={classes.turn}
          disabled={!wrap && current === 0}
          onClick={() => turn(-1)}
          aria-label={t('widget.carousel.previous')}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        {slides.map((_, index) => (
          <button
            key={index}
            type="button"
            className={classes.dot}
            aria-label={t('widget.carousel.go', { number: index + 1 })}
            aria-current={index === current}
            onClick={() => show(index)}
          />
        ))}
        <ActionIcon
          className={classes.turn}
          disabled={!wrap && current === slides.length - 1}
          onClick={() => turn(1)}
          aria-label={t('widget.carousel.next')}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
        {moves && (
          <ActionIcon
            onClick={() => setPaused(!paused)}
            aria-label={t(paused ? 'widget.carousel.play' : 'widget.carousel.pause')}
          >
            {paused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
          </ActionIcon>
        )}
      </div>
    </section>
  );
}

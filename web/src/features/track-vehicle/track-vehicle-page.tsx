export default function TrackVehiclePage() {
  return null;
}

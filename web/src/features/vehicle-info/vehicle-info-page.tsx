export default function VehicleInfoPage() {
  return null;
}

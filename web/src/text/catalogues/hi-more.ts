/** What the other pages say. */
export const files = import.meta.glob<Record<string, unknown>>(
  [
    '../hi/*.json',
    '!../hi/{app,authentication,shell,menu-title,bell,panel,palette,keys,live,map,base-map,track-vehicle,status,severity,vehicle-type,form,message,table}.json',
  ],
  { eager: true, import: 'default' },
);

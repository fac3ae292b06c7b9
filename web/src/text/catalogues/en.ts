/** What the shell and the live map say. */
export const files = import.meta.glob<Record<string, unknown>>(
  '../en/{app,authentication,shell,menu-title,bell,panel,palette,keys,live,map,base-map,track-vehicle,status,severity,vehicle-type,form,message,table}.json',
  { eager: true, import: 'default' },
);

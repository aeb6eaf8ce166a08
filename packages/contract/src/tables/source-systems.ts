export const SOURCE_SYSTEMS = { POS: 'POS', FUEL: 'FUEL', ONLINE: 'ONLINE', KIOSK: 'KIOSK' } as const

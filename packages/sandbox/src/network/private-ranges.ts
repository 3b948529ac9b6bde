/**
 * Networks that are not the public internet, beyond those that the library's own address check
 * always refuses (loopback, unspecified, link-local, multicast, known metadata services).
 */
export const privateRanges: readonly string[] = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10', // carrier-grade NAT; cloud providers and mesh networks live here
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '240.0.0.0/4', // reserved
  'fc00::/7', // unique local
  'fec0::/10', // site-local, deprecated
  '64:ff9b:1::/48', // local-use NAT64: may carry any private address
  '100::/64', // discard
  '2001:db8::/32', // documentation
]

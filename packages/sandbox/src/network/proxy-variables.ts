/**
 * What programs read to find their proxy. Loopback is exempt, so that a server started inside is
 * reached inside; private networks are not, so that the proxy is the one to answer for them.
 */
export function proxyVariables(proxy: string): Record<string, string> {
  const direct = 'localhost,127.0.0.1,::1'
  return {
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    ALL_PROXY: proxy,
    GRPC_PROXY: proxy,
    NO_PROXY: direct,
    http_proxy: proxy,
    https_proxy: proxy,
    all_proxy: proxy,
    grpc_proxy: proxy,
    no_proxy: direct,
    // Node looks at the variables above only when told to.
    NODE_USE_ENV_PROXY: '1',
  }
}

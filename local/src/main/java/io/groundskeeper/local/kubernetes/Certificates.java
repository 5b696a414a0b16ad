package io.groundskeeper.local.kubernetes;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate authority of one server and the server's certificate for this machine. Nothing outlives the process.
 *
 * @param caPem the authority's certificate
 * @param context what the server speaks TLS with
 */
record Certificates(String caPem, SSLContext context) {
    private static final Duration VALID = Duration.ofDays(30);
    private static final Duration CLOCK_SKEW = Duration.ofHours(1);

    static Certificates create(String clusterName) {
        try {
            KeyPair caKeys = keys();
            X500Name caName = new X500Name("CN=kubernetes");
            X509v3CertificateBuilder ca = builder(caName, caName, caKeys);
            ca.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
            ca.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.digitalSignature));
            X509Certificate caCertificate = signed(ca, caKeys);
            KeyPair serverKeys = keys();
            X509v3CertificateBuilder server = builder(caName, new X500Name("CN=kube-apiserver"), serverKeys);
            server.addExtension(Extension.subjectAlternativeName, false, here(clusterName));
            server.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
            return new Certificates(pem(caCertificate), context(serverKeys, signed(server, caKeys), caCertificate));
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException("Cannot make the certificates of cluster " + clusterName, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KeyPair keys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private static X509v3CertificateBuilder builder(X500Name issuer, X500Name subject, KeyPair keys) {
        Instant now = Instant.now();
        return new JcaX509v3CertificateBuilder(
                issuer,
                new BigInteger(63, new SecureRandom()).add(BigInteger.ONE),
                Date.from(now.minus(CLOCK_SKEW)),
                Date.from(now.plus(VALID)),
                subject,
                keys.getPublic());
    }

    private static GeneralNames here(String clusterName) {
        return new GeneralNames(new GeneralName[] {
            new GeneralName(GeneralName.iPAddress, "127.0.0.1"),
            new GeneralName(GeneralName.dNSName, "localhost"),
            new GeneralName(GeneralName.dNSName, clusterName)
        });
    }

    private static X509Certificate signed(X509v3CertificateBuilder builder, KeyPair issuer)
            throws GeneralSecurityException, OperatorCreationException {
        return new JcaX509CertificateConverter()
                .getCertificate(
                        builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(issuer.getPrivate())));
    }

    private static SSLContext context(KeyPair keys, X509Certificate certificate, X509Certificate ca)
            throws GeneralSecurityException, IOException {
        char[] password = new char[0];
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, password);
        store.setKeyEntry("server", keys.getPrivate(), password, new X509Certificate[] {certificate, ca});
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keyManagers.init(store, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keyManagers.getKeyManagers(), null, null);
        return context;
    }

    private static String pem(X509Certificate certificate) throws IOException {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(certificate);
        }
        return text.toString();
    }
}

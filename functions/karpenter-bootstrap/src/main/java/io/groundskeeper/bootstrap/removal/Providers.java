package io.groundskeeper.bootstrap.removal;

import java.util.List;

/** The account's identity providers for the issuers of EKS clusters. */
public interface Providers {

    /** Those of a Region's clusters: a cluster that is gone cannot say which was its. */
    List<Provider> in(String region);

    /** Deletes one; one that is gone is as good. */
    void delete(String arn);
}
